import Foundation
import QuireSchema
import Testing

/// The test files, located relative to this file.
enum Fixtures {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Fixtures")
    static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// One entry of a file of cases: `## title`, the schema, `--`, the expected output.
    struct Case: CustomTestStringConvertible, Sendable {
        var title: String
        var schema: String
        var expected: String
        var testDescription: String { title }
    }

    static func cases(_ path: String) throws -> [Case] {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        var cases: [Case] = []
        for part in ("\n" + text).components(separatedBy: "\n## ").dropFirst() {
            let sides = part.components(separatedBy: "\n--\n")
            guard sides.count == 2, let end = sides[0].firstIndex(of: "\n") else {
                throw FixtureError(description: "\(path): a case without its parts: \(part.prefix(60))")
            }
            let title = String(sides[0][..<end])
            let schema = String(sides[0][sides[0].index(after: end)...])
            cases.append(
                Case(title: title, schema: schema, expected: sides[1].trimmingCharacters(in: .newlines)))
        }
        return cases
    }

    struct FixtureError: Error, CustomStringConvertible {
        var description: String
    }
}

/// Reads one document in memory.
func read(_ text: String, path: String = "schema.json") -> (schema: Schema?, diagnostics: [Diagnostic]) {
    readSchema(documents: [SchemaDocument(path: path, text: text)])
}

/// A schema of one module with these fields.
func schema(fields: String, more: String = "") -> String {
    "{ \"quire\": 1,\(more) \"modules\": [{ \"name\": \"books\", \"fields\": [\n\(fields)\n] }] }"
}

/// The diagnostics as printed.
func printed(_ diagnostics: some Sequence<Diagnostic>) -> String {
    diagnostics.map(\.description).joined(separator: "\n")
}
