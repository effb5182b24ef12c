import Foundation
import Quire
import QuireAlgolia
import Testing

@testable import QuireConformance

/// The tables of each engine's capabilities, found by asking the engines and compared with the documentation.
@Suite struct SupportTableTests {
    private static let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Quire/Quire.docc/EngineSupport.md")

    private static let start = "<!-- support table -->"
    private static let end = "<!-- end of the support table -->"

    private static func column(_ engine: String, as name: String) async throws -> SupportTable.Column {
        let subject = try #require(Engines.all.first { $0.name == engine })
        let documents = [HardDocuments.table, TextCases.table, Topics.table].map {
            $0.documents(holdsWrongTypes: false)
        }
        return try await subject.withEngine(holding: documents) { (engine) async throws in
            try await SupportTable.column(name, engine, batchSize: subject.options.batchSize)
        }
    }

    /// An engine on collections that another program made, which the first search describes.
    private static func existing(_ name: String, _ engine: any ContentEngine) async throws
        -> SupportTable.Column
    {
        for module in [SamplesModule.descriptor, TextCases.module, Topics.module] {
            _ = try await engine.ids(SearchRequest(module: module))
        }
        return try await SupportTable.column(name, engine)
    }

    @Test("The documentation's tables match the engines")
    func tables() async throws {
        let memory = try await Self.column("memory", as: "store")
        var columns = [try await Self.column("store", as: "store")]
        for (key, cell) in columns[0].cells { #expect(memory.cells[key] == cell, "memory: \(key)") }
        columns.append(try await Self.column("HALO", as: "HALO"))
        columns.append(try await Self.column("Typesense", as: "Typesense, prepared"))
        try await EmptyCollections.withTypesense {
            var column = try await Self.existing("Typesense, existing", $0)
            // The engine has aggregates, and refuses them there.
            column.cells["Relations and the rest: sums and groups"] = "client"
            columns.append(column)
        }
        columns.append(try await Self.column("OpenSearch", as: "OpenSearch, prepared"))
        try await EmptyCollections.withOpenSearch {
            var column = try await Self.existing("OpenSearch, existing", $0)
            // `ExistingMembersTests` compares indices with and without such a mapping.
            column.cells["Relations and the rest: one object of a list: two conditions"] = "nested"
            columns.append(column)
        }
        columns.append(try await Self.column("PocketBase", as: "PocketBase, managed"))
        // Only what it refuses. `AlgoliaTests` compares the rest with a service in memory.
        columns.append(
            try await SupportTable.column(
                "Algolia", AlgoliaEngine(applicationID: "A", apiKey: "k"), carriesOut: false))
        let table = SupportTable(columns: columns)
        print("conformance: what each engine supports\n\(table.markdown)")
        if ProcessInfo.processInfo.environment["QUIRE_SUPPORT_TABLE"] == "write" { try Self.write(table) }
        let (_, documented, _) = try Self.parts()
        let (found, expected) = (Self.lines(documented), Self.lines(table.markdown[...]))
        #expect(found == expected, "QUIRE_SUPPORT_TABLE=write updates the tables")
    }

    private static func lines(_ text: Substring) -> [String] {
        text.split(separator: "\n").map(String.init).filter { !$0.isEmpty }
    }

    private static func write(_ table: SupportTable) throws {
        let (before, _, after) = try parts()
        try Data("\(before)\(start)\n\n\(table.markdown)\n\n\(end)\(after)".utf8).write(to: article)
    }

    private static func parts() throws -> (before: Substring, table: Substring, after: Substring) {
        let text = try String(contentsOf: article, encoding: .utf8)
        let start = try #require(text.range(of: start))
        let end = try #require(text.range(of: end))
        return (text[..<start.lowerBound], text[start.upperBound..<end.lowerBound], text[end.upperBound...])
    }
}
