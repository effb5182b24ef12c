import QuireSchema

/// Valid clauses of a module, for error messages.
struct QueryExample {
    let module: ExploredModule

    func text(of clause: QueryClauses.Clause) -> String? {
        let fields = module.fields
        return switch clause {
        case .filter: filter
        case .sort:
            fields.first { $0.field.sortable }.map { "\(QueryText.name($0.name)) desc" } ?? "@updatedAt desc"
        case .fields: names(fields)
        case .facets: names(fields.filter { $0.field.facet != nil })
        }
    }

    private func names(_ fields: [ExploredField]) -> String? {
        fields.isEmpty ? nil : fields.prefix(2).map { QueryText.name($0.name) }.joined(separator: ", ")
    }

    private var filter: String {
        let tests = module.fields.compactMap(test).prefix(2)
        return QueryNode.all(Array(tests)).normalized.map(QueryText.filter) ?? "@updatedAt >= \"2024-01-31\""
    }

    private func test(_ field: ExploredField) -> QueryNode? {
        let value: QueryValue
        switch field.field.type {
        case .text, .longText: value = .text("text")
        case .integer: value = .integer(10)
        case .number: value = .number(2.5)
        case .boolean: value = .boolean(true)
        case .date: value = .text("2024-01-31")
        case .dateTime: value = .text("2024-01-31T12:00:00Z")
        case .choice: value = .text(field.descriptor.closedValues?.first ?? "text")
        default: return nil
        }
        let operators = field.field.operators
        guard let operation = [.greaterOrEqual, .equal].first(where: operators.contains) else { return nil }
        return .test(QueryTest(field: field.name, operation: operation, value: value))
    }
}
