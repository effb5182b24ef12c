import Foundation
import Testing

@testable import QuireSchema

/// The page about the format matches the code.
@Suite struct FormatPageTests {
    static let page: String = {
        let file = Fixtures.repository.appendingPathComponent(
            "Sources/QuireSchema/QuireSchema.docc/QuireSchema.md")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }()

    /// The rows of a table, with trimmed cells.
    private static func rows(under heading: String) throws -> [[String]] {
        let start = try #require(page.range(of: "### \(heading)\n")).upperBound
        let end = page.range(of: "\n##", range: start..<page.endIndex)?.lowerBound ?? page.endIndex
        let lines = page[start..<end].split(separator: "\n").filter { $0.hasPrefix("| ") }
        return lines.dropFirst().map { line in
            line.dropFirst().dropLast().components(separatedBy: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }

    @Test("Every diagnostic has a row with its cause and its remedy, in the order of the codes' groups")
    func diagnostics() throws {
        let rows = try Self.rows(under: "Diagnostics")
        let codes = rows.map { $0[0].trimmingCharacters(in: ["`"]) }
        #expect(codes.sorted() == DiagnosticCode.allCases.map(\.rawValue).sorted())
        for row in rows { #expect(row.count == 3 && !row[1].isEmpty && !row[2].isEmpty, "\(row)") }
    }

    @Test("Every key has a row in the right place")
    func keys() throws {
        for (heading, keys) in [("The document", SchemaKey.document), ("Modules", SchemaKey.moduleKeys)] {
            let rows = try Self.rows(under: heading).map { $0[0] }
            for key in keys where key != .schema && key != .comment {
                #expect(rows.contains { $0.contains("`\(key.name)`") }, "\(heading): \(key.name)")
            }
        }
        let fields = try Self.rows(under: "Fields").map { $0[0] }.joined()
        for key in SchemaKey.fieldKeys where key != .comment && !SchemaKey.typeKeys.contains(key) {
            #expect(fields.contains("`\(key.name)`"), "\(key.name)")
        }
        let needs = try Self.rows(under: "Types").map { $0[1] }.joined()
        for key in SchemaKey.typeKeys { #expect(needs.contains("`\(key.name)`"), "\(key.name)") }
    }

    @Test("The operators in the table of types match the code")
    func operators() throws {
        var seen: [String] = []
        for row in try Self.rows(under: "Types") {
            try #require(row.count == 4)
            let listed = row[3].components(separatedBy: "(")
            for name in Self.code(in: row[0]) {
                seen.append(name)
                guard let type = Self.example[name] else { continue }
                #expect(
                    Set(Self.code(in: listed[0])) == Set(type.defaultOperators().map(\.rawValue)), "\(name)")
                #expect(Set(Self.code(in: row[3])) == Set(type.allowedOperators().map(\.rawValue)), "\(name)")
            }
        }
        #expect(seen == FieldType.names)
    }

    @Test("The samples are valid schemas")
    func samples() {
        let blocks = Self.page.components(separatedBy: "```json\n").dropFirst()
        #expect(!blocks.isEmpty)
        for block in blocks {
            let sample = block.components(separatedBy: "```")[0]
            #expect(printed(read(sample).diagnostics) == "")
        }
    }

    private static func code(in text: String) -> [String] {
        text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    private static let example: [String: FieldType] = {
        let types: [FieldType] = [
            .text, .longText, .html, .integer, .number, .boolean, .date(.rfc3339), .time(.rfc3339),
            .dateTime(.rfc3339), .url,
            .image, .video, .audio, .document, .color, .geopoint, .json, .choice(.shared(name: "")),
            .choices(.shared(name: "")), .object([]), .localizedText, .relation(module: ""),
            .relations(module: ""),
        ]
        return Dictionary(uniqueKeysWithValues: types.map { ($0.name, $0) })
    }()
}
