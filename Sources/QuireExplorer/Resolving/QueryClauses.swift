import QuireCore
import QuireSchema

/// A query whose clauses come one by one, as the options of a command do.
///
/// ```swift
/// var clauses = try QueryClauses(of: "books", in: schema)
/// try clauses.add("year >= 1950 and author.name = \"Jane Austen\"", to: .filter)
/// try clauses.add("year desc, title", to: .sort)
/// let request = clauses.request
/// ```
package struct QueryClauses {
    package enum Clause: Sendable { case filter, sort, fields, facets }

    private let resolver: QueryResolver
    private var query: ExplorerQuery
    private var resolved: ResolvedQuery

    /// - Throws: `ExplorerError` if the schema has no such module, or if its Swift names collide.
    package init(of module: String, in schema: DescribedSchema) throws {
        guard let explored = try ExploredSchema(schema.schema) else {
            throw ExplorerError(
                .schema, "The schema's names collide in Swift. Run 'quire check' to see where.")
        }
        resolver = QueryResolver(schema: explored, sortsOnlyMarkedFields: false)
        query = ExplorerQuery(module: module)
        resolved = try resolver.resolve(query)
    }

    /// Parses a text and adds it to a clause.
    ///
    /// - Throws: `ExplorerError` with the place in the text, and an example.
    package mutating func add(_ text: String, to clause: Clause) throws(ExplorerError) {
        do throws(ExplorerError) {
            switch clause {
            case .filter: query.filter = try QueryParser.filter(text)
            case .sort: query.sort += try QueryParser.orders(text)
            case .fields: query.fields += try QueryParser.names(text)
            case .facets: query.facets += try QueryParser.names(text)
            }
            if let metadata = query.fields.first(where: \.isMetadata) {
                throw metadata.place.error("Metadata comes with every item. Name fields only.")
            }
            resolved = try resolver.resolve(query)
        } catch {
            var error = error
            if let example = QueryExample(module: resolved.module).text(of: clause) {
                error.message += " Example: \(example)"
            }
            throw error
        }
    }

    package var request: SearchRequest { resolved.request }

    /// The selected fields; `nil` for all.
    package var fields: [FieldDescriptor]? {
        query.fields.isEmpty ? nil : resolved.columns.compactMap(\.field?.descriptor)
    }
}

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
