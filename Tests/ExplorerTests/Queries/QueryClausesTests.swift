import QuireCore
import QuireSchema
import Testing

@testable import QuireExplorer

/// Queries from the options of a command.
@Suite struct QueryClausesTests {
    private static func clauses(_ module: String = "books") throws -> QueryClauses {
        try QueryClauses(of: module, in: DescribedSchema(try RunningExplorer.schema().schema))
    }

    @Test("Clauses make the request of the same query in one text")
    func together() throws {
        var clauses = try Self.clauses()
        try clauses.add("year >= 1950 and @updatedAt > 5", to: .filter)
        try clauses.add("year desc", to: .sort)
        try clauses.add("title nulls last", to: .sort)
        try clauses.add("title, year", to: .fields)
        try clauses.add("genre", to: .facets)
        let query = try QueryParser.query(
            "books where year >= 1950 and @updatedAt > 5 sort year desc, title nulls last select title, year facets genre"
        )
        let whole = try QueryResolver(schema: try RunningExplorer.schema()).resolve(query).request
        let request = clauses.request
        #expect(request.filter == whole.filter && request.metaFilter == whole.metaFilter)
        #expect(request.filter != nil && request.metaFilter != nil)
        #expect(request.sort == whole.sort && request.sort.count == 2)
        #expect(request.fields == ["title", "year"] && clauses.fields?.map(\.name) == ["title", "year"])
        #expect(request.facets == whole.facets && request.facets.map(\.field) == ["genre"])
    }

    @Test(
        "An error ends with an example that is valid",
        arguments: [QueryClauses.Clause.filter, .sort, .fields, .facets])
    func examples(_ clause: QueryClauses.Clause) throws {
        for module in try RunningExplorer.schema().modules {
            var clauses = try Self.clauses(module.name)
            let error = try #require(throws: ExplorerError.self) { try clauses.add("§", to: clause) }
            guard let mark = error.message.range(of: " Example: ") else {
                #expect(clause == .facets && module.fields.allSatisfy { $0.field.facet == nil })
                continue
            }
            var fresh = try Self.clauses(module.name)
            try fresh.add(String(error.message[mark.upperBound...]), to: clause)
        }
    }

    @Test("A clause that another one follows is a mistake, and so is metadata as a field")
    func refused() throws {
        var clauses = try Self.clauses()
        let more = try #require(throws: ExplorerError.self) {
            try clauses.add("year = 1 sort title", to: .filter)
        }
        #expect(more.range == 9..<13 && more.message.hasPrefix("Expected the end, found \"sort\""))
        #expect(throws: ExplorerError.self) { try clauses.add("@updatedAt", to: .fields) }
    }
}
