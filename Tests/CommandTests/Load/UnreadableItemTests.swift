#if SQLite
import Foundation
import QuireExplorer
import QuireSchema
import Testing

/// Values that a store can hold, and typed code cannot read.
@Suite("quire load and serve reject what typed code could not read", .timeLimit(.minutes(30)))
struct UnreadableItemTests {
    private static let schema = """
        {"quire": 1, "locales": ["en"], "modules": [{"name": "notes", "fields": [
            {"name": "title", "type": "text"},
            {"name": "state", "type": "choice", "values": ["open", "done"], "closed": true},
            {"name": "marks", "type": "choices", "values": ["a", "b"], "closed": true},
            {"name": "caption", "type": "localizedText"},
            {"name": "place", "type": "object", "fields": [
                {"name": "city", "type": "text", "required": true, "maxLength": 5},
                {"name": "since", "type": "date", "format": "dateOnly"},
                {"name": "kind", "type": "choice", "values": ["home", "work"], "closed": true}]},
            {"name": "parts", "type": "list", "of": {"type": "object", "fields": [
                {"name": "size", "type": "integer", "required": true},
                {"name": "at", "type": "dateTime", "format": "rfc3339"}]}}
        ]}]}
        """

    /// Values by the beginning of their error; `nil` for values that can be read.
    private static let values: [(value: String, error: String?)] = [
        (
            #""state":"open","marks":["a"],"place":{"city":"Bonn","since":"2024-02-29","kind":"home","other":1}"#,
            nil
        ),
        (#""parts":[{"size":1,"at":"2024-02-29T12:00:00Z"},{"size":2}],"caption":{"en":"a"}"#, nil),
        (#""place":null,"parts":[],"state":null"#, nil),
        (
            #""state":"lost""#,
            "values.state: expected one of the schema's choices \"open\", \"done\", found \"lost\""
        ),
        (#""marks":["a","c"]"#, "values.marks[1]: expected one of the schema's choices"),
        (#""place":{"city":1}"#, "values.place.city: expected a string, found 1"),
        (#""place":{}"#, "values.place.city: expected a value, because the field is required, found nothing"),
        (
            #""place":{"city":"Bonn","since":"yesterday"}"#,
            "values.place.since: expected a date like 2024-05-01"
        ),
        (
            #""place":{"city":"Bonn","kind":"away"}"#,
            "values.place.kind: expected one of the schema's choices"
        ),
        (#""place":{"city":"Bologna"}"#, "values.place.city: expected at most 5 characters"),
        (#""parts":[{"size":1},{"size":"big"}]"#, "values.parts[1].size: expected an integer, found \"big\""),
        (#""parts":[{"size":1,"at":"noon"}]"#, "values.parts[0].at: expected a date like"),
        (#""caption":{"en":1}"#, "values.caption.en: expected a string, found 1"),
    ]

    private static var instances: String {
        values.enumerated().map { #"{"id":"\#($0)","values":{\#($1.value)}}"# }.joined(separator: "\n")
    }

    private static var expected: [String] {
        values.enumerated().compactMap { line, value in
            value.error.map { "notes.ndjson:\(line + 1):1: error: \($0)" }
        }
    }

    private func errors(_ output: String) -> [String] {
        output.split(separator: "\n").map(String.init).filter { $0.contains(":1: error: ") }
    }

    @Test("Members of objects, elements of lists, closed choices, dates and lengths are checked by load")
    func load() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.schema, to: "notes.json")
        try command.write(Self.instances, to: "notes.ndjson")
        let run = try await command.run(
            "load", "--schema", "notes.json", "--store", "s.sqlite", "notes.ndjson")
        let found = errors(run.errors)
        #expect(run.code == 1 && found.count == Self.expected.count, "\(run.errors)")
        for (line, expected) in zip(found, Self.expected) { #expect(line.hasPrefix(expected), "\(line)") }
        #expect(run.output.contains("3 items of notes loaded"), "\(run.output)")
    }

    @Test("A load into a cluster rejects the same lines")
    func cluster() throws {
        let folder = try DataFolder(["notes.ndjson": Self.instances])
        defer { folder.remove() }
        let schema = try #require(try Self.described().descriptors.first)
        let problems = try ClusterLines.problems(in: folder.path("notes.ndjson"), of: schema)
        #expect(problems.count == Self.expected.count)
        for (line, expected) in zip(problems, Self.expected) { #expect(line.hasPrefix(expected), "\(line)") }
    }

    @Test("A number beyond every type is rejected inside an object, too")
    func hugeNumber() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.schema, to: "notes.json")
        try command.write(
            """
            {"id":"a","values":{"title":"A"}}
            {"id":"b","values":{"title":"B","parts":[{"size":1},{"size":1e400}]}}
            """, to: "notes.ndjson")
        let run = try await command.run(
            "load", "--schema", "notes.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(run.code == 1)
        #expect(
            errors(run.errors).first?.hasPrefix(
                "notes.ndjson:2:1: error: values.parts: expected a number within ±1.8e308, found 1e400")
                == true,
            "\(run.errors)")
    }

    @Test("quire serve --data reads the same files as load, and does not start with such items")
    func serve() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.schema, to: "notes.json")
        try command.write(#"[{"id":1,"title":"a"},{"id":"x","state":"lost"}]"#, to: "wrong/notes.json")
        // A port that cannot be used ends the server after its load.
        let options = [
            "serve", "--schema", "notes.json", "--host", "203.0.113.1", "--port", "8080", "--data",
        ]
        let wrong = try await command.run(options + ["wrong"])
        #expect(
            wrong.errors.contains(
                #"wrong/notes.json:1:1: error: values.state: expected one of the schema's choices "open", "done", found "lost" (item 2, id 'x')"#
            ),
            "\(wrong.errors)")
        #expect(wrong.errors.contains("1 item of 'notes' cannot be loaded"), "\(wrong.errors)")
        try command.write("id,title,state\n1,a,open\n", to: "right/notes.csv")
        let right = try await command.run(options + ["right"])
        #expect(right.errors.contains("notes: 1 item loaded"), "\(right.errors)")
    }

    @Test("Errors in a file of one line name the item")
    func items() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.schema, to: "schema.json")
        try command.write(
            #"{"total":3,"notes":[{"id":"a","parts":[]},{"id":"b","parts":[{"size":"x"}]},{"title":"c","state":"no"}]}"#,
            to: "notes.json")
        let run = try await command.run(
            "load", "--schema", "schema.json", "--store", "s.sqlite", "notes.json")
        let found = errors(run.errors)
        #expect(found.count == 2, "\(run.errors)")
        #expect(found.first?.hasSuffix(" (item 2, id 'b')") == true, "\(run.errors)")
        #expect(found.last?.contains(" (item 3, id '") == true, "\(run.errors)")
    }

    @Test("A file is flat even if none of its first items can be read")
    func unreadableStart() throws {
        let broken = Array(repeating: "{\"id\":}", count: 150)
        let folder = try DataFolder([
            "notes.ndjson": (broken + [#"{"id":1,"title":"a"}"#]).joined(separator: "\n")
        ])
        defer { folder.remove() }
        #expect(try ClusterLines.isFlat(folder.path("notes.ndjson"), fields: ["title"]))
    }

    private static func described() throws -> DescribedSchema {
        let document = SchemaDocument(path: "notes.json", text: schema)
        return try DescribedSchema(try #require(readSchema(documents: [document]).schema))
    }
}
#endif
