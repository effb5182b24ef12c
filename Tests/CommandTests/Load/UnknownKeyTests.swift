#if SQLite
import Foundation
import Quire
import QuireStore
import QuireTerminal
import Testing

@Suite("Unknown keys in loaded lines", .timeLimit(.minutes(30)))
struct UnknownKeyTests {
    private static let text = """
        {"id":"1","values":{"title":"A","nubmer":1,"part":{"x":1,"y":2}}}
        {"id":"2","values":{"title":"B","nubmer":2,"part":{"y":3}}}
        {"id":"3","title":"C","values":{"title":"C"}}
        {"id":"4","values":{"titel":"D"},"updatedat":5}

        """
    private static let warnings = [
        "notes.ndjson:1:1: warning: 'nubmer' is not a field of notes, so nothing reads it (2 lines have it). "
            + "Did you mean 'number'?",
        "notes.ndjson:1:1: warning: 'part.y' is not a field of notes, so nothing reads it (2 lines have it).",
        "notes.ndjson:3:1: warning: 'title' is ignored, because it is outside of \"values\" (1 line has it). "
            + "Move it into \"values\".",
        "notes.ndjson:4:1: warning: 'updatedat' is not a key of items (1 line has it). Did you mean 'updatedAt'?",
        "notes.ndjson:4:1: warning: 'titel' is not a field of notes, so nothing reads it (1 line has it). "
            + "Did you mean 'title'?",
    ]

    @Test("quire load reports each unknown key once, with a count, the first line, and the closest field")
    func load() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(Self.text, to: "notes.ndjson")
        let run = try await command.run(
            "load", "--schema", "notes.json", "--store", "s.sqlite", "--batch", "1", "notes.ndjson")
        let lines = run.errors.split(separator: "\n").map(String.init)
        // The mistyped key of a required field is reported although its line is skipped.
        #expect(lines.filter { $0.contains("warning") } == Self.warnings)
        #expect(lines.filter { $0.contains("error") }.count == 1)
        #expect(run.code == 1)
        let quiet = try await command.run(
            "load", "--schema", "notes.json", "--store", "q.sqlite", "--quiet", "notes.ndjson")
        #expect(!quiet.errors.contains("warning"))
    }

    @Test("quire serve --data reports them too")
    func serve() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(Self.text, to: "notes.ndjson")
        // A port that cannot be used ends the server after its load.
        let run = try await command.run(
            "serve", "--schema", "notes.json", "--data", "notes.ndjson", "--host", "203.0.113.1", "--port",
            "8080", "--quiet")
        #expect(run.code == 1)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.contains("is no") || $0.contains("ignored") } == Self.warnings)
    }

    @Test("A load into a cluster counts the same keys")
    func cluster() throws {
        let folder = try BuiltCommand()
        defer { folder.remove() }
        let path = try folder.write(Self.text, to: "notes.ndjson")
        let lines = try ClusterLines.unknownKeys(in: path, of: Notes.module())
        #expect(lines.sorted() == Self.warnings.sorted())
    }

    @Test("The store's summary and its progress contain them, also for objects in lists")
    func store() async throws {
        let part = FieldTable([FieldDescriptor(name: "x", kind: .integer)])
        let module = ModuleDescriptor(
            name: "notes", isSingle: false,
            fields: [
                FieldDescriptor(name: "title", kind: .text),
                FieldDescriptor(name: "parts", kind: .list(.object(part))),
            ])
        let store = try await Store(.memory, modules: [module])
        let summary = try await store.load(
            "notes",
            from: .data(
                Data(
                    """
                    {"id":"1","values":{"parts":[{"x":1},{"x":1,"z":2}]}}
                    {"id":"2","values":{"parts":[{"z":2}],"title":"A"}}
                    """.utf8)))
        await store.close()
        #expect(summary.inserted == 2)
        #expect(summary.unknownKeys == [UnknownKey(path: "values.parts.z", count: 2, firstLine: 1)])
    }

    @Test("A hundred thousand different keys are counted without being stored")
    func many() {
        var keys = UnknownKeys()
        for number in 0..<100_000 { keys.add("values.\(number)", line: number + 1) }
        keys.add("values.0", line: 7)
        #expect(keys.keys.count == UnknownKeys.most)
        #expect(keys.hiddenCount == 100_000 - UnknownKeys.most)
        #expect(keys.keys[0] == UnknownKey(path: "values.0", count: 2, firstLine: 1))
    }

    @Test("An empty file and a folder without files of the schema are reported")
    func empty() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write("", to: "notes.ndjson")
        let options = ["load", "--schema", "notes.json", "--store", "s.sqlite"]
        let empty = try await command.run(options + ["notes.ndjson"])
        #expect(
            empty.errors == "notes.ndjson: warning: the file is empty, so nothing is loaded from it\n")
        try command.write("{}", to: "data/note.ndjson")
        let wrong = try await command.run(options + ["data"])
        #expect(wrong.code == 1)
        #expect(
            wrong.errors == """
                quire: warning: data/note.ndjson is skipped: the schema has no module 'note'; did you mean 'notes'?
                quire: error: data: none of its files is named after a module; expected notes.ndjson

                """)
        try FileManager.default.createDirectory(
            at: command.folder.appendingPathComponent("none"), withIntermediateDirectories: true)
        let none = try await command.run(options + ["none"])
        #expect(none.code == 1 && none.errors.contains("no file that ends in .ndjson"))
    }
}
#endif
