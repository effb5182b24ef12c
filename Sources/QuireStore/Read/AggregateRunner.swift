#if SQLite
import QuireCore
import QuireEngine

/// Runs aggregates on one connection.
struct AggregateRunner {
    var plan: AggregatePlan
    let connection: Connection

    func response() throws -> AggregateResponse {
        guard let text = plan.plan.text else { return try rows() }
        // The look-up of the words and the statement must see the same state of the store.
        return try connection.transaction(.deferred) {
            var runner = self
            runner.plan.plan.match = try text.match(connection)
            return try runner.rows()
        }
    }

    private func rows() throws -> AggregateResponse {
        guard !SearchRunner(plan: plan.plan, connection: connection).isEmpty else {
            // The response to no items.
            return try AggregateEvaluation(plan.request).response()
        }
        do {
            return try read(plan.statement)
        } catch let error as StoreError {
            guard let failure = SumFailure.reading(error.reason),
                plan.functions.indices.contains(failure.function)
            else { throw error }
            throw AggregateError(
                failure.reason, module: plan.plan.layout.module.name,
                function: plan.functions[failure.function])
        }
    }

    private func read(_ statement: SQLBuilder) throws -> AggregateResponse {
        let calendar = plan.calendar
        return try connection.withStatement(statement.text) { row in
            try row.bind(statement.values)
            var response = AggregateResponse(rows: [])
            while try row.step() {
                let results = plan.request.functions.indices.map {
                    row.value(Int32($0 + 1)).facetValue(of: plan.kinds[$0])
                }
                response.rows.append(.init(key: key(row.value(0), calendar), results: results))
            }
            return response
        }
    }

    private func key(_ value: SQLValue, _ calendar: PeriodCalendar?) -> FilterValue {
        switch (plan.request.grouping, value) {
        case (.values?, _): value.facetValue(of: plan.groupedField?.kind ?? .text)
        case (.periods?, .integer(let start)):
            .date(milliseconds: calendar?.firstInstant(from: start) ?? start)
        case (.ranges?, .integer(let index)): .integer(index)
        default: .null
        }
    }
}
#endif
