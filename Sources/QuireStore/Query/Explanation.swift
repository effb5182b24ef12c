#if SQLite

import QuireCore
import QuireText

/// Describes a plan: its SQL, the bound values, and SQLite's query plan.
struct Explanation {
    var plan: SearchPlan

    func text() throws -> String {
        var explained = self
        let lookUps = try explained.prepareText()
        if explained.isEmpty { return "-- nothing can match: no SQL is run" }
        return try (lookUps + explained.parts()).joined(separator: "\n")
    }

    /// Describes the statement of aggregates over the plan's items.
    func text(of aggregates: AggregatePlan) throws -> String {
        var explained = self
        let lookUps = try explained.prepareText()
        if explained.isEmpty { return "-- nothing can match: no SQL is run" }
        var aggregates = aggregates
        aggregates.plan.match = explained.plan.match
        return try (lookUps + [explained.part(aggregates.statement, tables())]).joined(separator: "\n")
    }

    /// Adds the full-text query without looking up its words. Returns what a search would look up first.
    private mutating func prepareText() throws -> [String] {
        guard let text = plan.text else { return [] }
        var match = text.unresolvedMatch
        match.isRanked = plan.request.sort.isEmpty && match.ranking != nil
        plan.match = match
        return text.lookUps.map { "-- first: \($0)" }
    }

    private var isEmpty: Bool {
        if case .never = plan.condition { return true }
        if case .never = plan.match?.condition { return true }
        return false
    }

    private func parts() throws -> [String] {
        let fields = try plan.request.fieldPositions(in: plan.layout)
        let selection = try RowSelection(
            rows: plan, fields: fields, keepsUnknownValues: plan.request.decoding.keepsUnknownValues,
            location: "explain")
        let connection = try tables()
        return try statements(selection).map { try part($0, connection) }
    }

    /// An empty database with the same tables, which is enough for a query plan. The store is not accessed.
    private func tables() throws -> Connection {
        let connection = try Connection(
            "explain", mode: .memory, busyTimeout: 0, text: TextContext(plan.text?.analyzer ?? TextAnalyzer())
        )
        let others = plan.request.crossesRelations ? Array(plan.layouts.values) : []
        for layout in [plan.layout] + others.filter({ $0.table != plan.layout.table }) {
            for definition in layout.tableDefinitions { try connection.execute(definition) }
            for index in layout.indexes { try connection.execute(layout.definition(of: index)) }
        }
        if let text = plan.text {
            for definition in plan.layout.definitions(of: text.text) { try connection.execute(definition) }
        }
        return connection
    }

    /// A statement with its values and its query plan.
    private func part(_ statement: SQLBuilder, _ connection: Connection) throws -> String {
        var part = statement.text
        if !statement.values.isEmpty {
            part += "\n-- values: " + statement.values.map(\.description).joined(separator: ", ")
        }
        for step in try steps(statement, connection) { part += "\n-- plan: \(step)" }
        return part
    }

    private func statements(_ selection: RowSelection) -> [SQLBuilder] {
        let offset: Int
        let limit: Int?
        var keyset: Keyset?
        switch plan.window {
        case .slice(let start, let size): (offset, limit) = (start, size)
        case .after(let place, _, let size): (offset, limit, keyset) = (0, size, place)
        case .everything: (offset, limit) = (0, nil)
        }
        var statements: [SQLBuilder]
        if let match = plan.match, match.isRanked, let ranking = match.ranking {
            let matches = MatchStatements(plan, of: match)
            statements = [
                matches.isTextUnselective ?? matches.isUnselective,
                matches.weighing(ranking, knowsPopularity: false), plan.rows(selection, numbered: []),
            ]
        } else {
            statements = plan.ordering.segments(after: keyset).map { segment in
                plan.rows(selection, segment, offset: offset, limit: limit.map { $0 + 1 })
            }
        }
        if plan.request.countsTotal, limit != nil, plan.match?.isRanked != true {
            statements.append(plan.count)
        }
        for var facet in plan.facets {
            facet.plan.match = plan.match
            statements.append(facet.isHierarchical ? facet.paths : facet.statement)
        }
        return statements
    }

    private func steps(_ statement: SQLBuilder, _ connection: Connection) throws -> [String] {
        try connection.withStatement("EXPLAIN QUERY PLAN " + statement.text) { rows in
            try rows.bind(statement.values)
            var steps: [String] = []
            while try rows.step() { steps.append(rows.text(3)) }
            return steps
        }
    }
}
#endif
