import Foundation
import Quire
import Testing

@testable import QuireConformance

/// The table of each engine's capabilities, found by testing them and compared with the documentation.
@Suite struct SupportTableTests {
    private static let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Quire/Quire.docc/ChoosingAnEngine.md")

    private static let start = "<!-- support table -->"
    private static let end = "<!-- end of the support table -->"

    /// One engine of each name, in the order of the columns.
    private static let engines: [any EngineUnderTest] = {
        let order = ["memory", "store", "HALO", "Typesense", "OpenSearch", "PocketBase"]
        return order.compactMap { name in Engines.all.first { $0.name == name } }
    }()

    @Test("The documentation's table matches the engines")
    func table() async throws {
        var table = SupportTable(columns: [])
        for subject in Self.engines {
            let documents = [
                HardDocuments.table, TextCases.table, Topics.table,
            ].map { $0.documents(holdsWrongTypes: false) }
            let column = try await subject.withEngine(holding: documents) { (engine) async throws in
                try await SupportTable.column(subject, engine)
            }
            table.columns.append(column)
        }
        print("conformance: what each engine supports\n\(table.markdown)")
        if ProcessInfo.processInfo.environment["QUIRE_SUPPORT_TABLE"] == "write" { try Self.write(table) }
        let documented = try Self.documented()
        for column in table.columns {
            for name in SupportRows.names {
                #expect(
                    documented[column.engine]?[name] == column.cells[name],
                    "\(column.engine): \(name); QUIRE_SUPPORT_TABLE=write updates the table")
            }
        }
        #expect(Set(documented.keys).isSuperset(of: table.columns.map(\.engine)))
        let rows = Set(documented.values.flatMap(\.keys))
        #expect(rows == Set(SupportRows.names))
    }

    /// The cells of the article, by engine and row.
    private static func documented() throws -> [String: [String: String]] {
        let (_, table, _) = try parts()
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        guard let header = rows.first else { return [:] }
        var cells: [String: [String: String]] = [:]
        for row in rows.dropFirst(2) where row.count == header.count {
            for (engine, cell) in zip(header, row).dropFirst() { cells[engine, default: [:]][row[0]] = cell }
        }
        return cells
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
