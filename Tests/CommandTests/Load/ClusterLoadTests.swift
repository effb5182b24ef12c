import Foundation
import Quire
import SearchServers
import Testing

@Suite("quire load fills a search cluster", .serialized, .timeLimit(.minutes(30)))
struct ClusterLoadTests {
    /// The command in a separate folder, and the cluster it works on.
    private struct Loader {
        var command: BuiltCommand
        let cluster: [String]

        init(_ kind: Cluster) async throws {
            let (options, environment) = try await kind.options()
            cluster = options + ["--schema", "notes.json"]
            command = try BuiltCommand()
            command.environment = environment
            try command.write(Notes.schema, to: "notes.json")
        }

        var options: [String] { ["load", "--state", "state"] + cluster }

        func load(_ arguments: String...) async throws -> BuiltCommand.Run {
            try await command.run(options + arguments)
        }

        /// The cluster's items by id.
        func items() async throws -> [String: JSONValue] {
            let run = try await command.run(
                ["query", "--module", "notes", "--all", "--size", "250", "--format", "ndjson"] + cluster)
            #expect(run.code == 0, "\(run.errors)")
            let items = try run.lines.map { try JSONValue(parsing: Data($0.utf8)) }
            #expect(items.count == Set(items.map(\.instanceID)).count)
            return Dictionary(items.map { ($0.instanceID, $0) }) { $1 }
        }

        func count() async throws -> String {
            try await command.run(["query", "--module", "notes", "--count"] + cluster).output
        }
    }

    private func expectNotes(_ items: [String: JSONValue], _ count: Int, revision: Int = 0) throws {
        #expect(items.count == count)
        let others = try (0..<count).filter { number in
            let line = try JSONValue(parsing: Data(Notes.line(number, revision: revision).utf8))
            return items["note \(number)"]?.plain != line.plain
        }
        #expect(others.isEmpty, "\(others.first.map { "\(String(describing: items["note \($0)"]))" } ?? "")")
    }

    @Test("All lines are loaded exactly as in the file", arguments: Cluster.allCases)
    func whole(_ kind: Cluster) async throws {
        let loader = try await Loader(kind)
        defer { loader.command.remove() }
        try loader.command.write(Notes.text(700), to: "notes.ndjson")
        let run = try await loader.load("notes.ndjson")
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.hasPrefix("notes.ndjson: 700 items of notes loaded into "))
        try expectNotes(try await loader.items(), 700)
        // Once more: nothing is lost, explicit nulls neither. Then with another version of the first of them.
        #expect(try await loader.load("--restart", "notes.ndjson").code == 0)
        try expectNotes(try await loader.items(), 700)
        try loader.command.write(Notes.text(100, revision: 1), to: "notes.ndjson")
        #expect(try await loader.load("notes.ndjson").code == 0)
        let items = try await loader.items()
        #expect(items.count == 700)
        #expect(items["note 99"]?["values"]?["title"] == .string("Title 99 of 1"))
        #expect(items["note 100"]?["values"]?["title"] == .string("Title 100 of 0"))
    }

    @Test("Hostile lines are stored exactly as in the file", arguments: Cluster.allCases)
    func hostile(_ kind: Cluster) async throws {
        let loader = try await Loader(kind)
        defer { loader.command.remove() }
        let lines = [
            #"{"id":"`a` || x:>0","values":{"title":"\" && ' \\ \u0000 \u2028 <b>*</b>","number":9223372036854775807}}"#,
            #"{"id":"é","values":{"title":"é","number":-9223372036854775808,"share":0.1}}"#,
            #"{"id":"e\u0301","values":{"title":"e\u0301","share":1e300,"tags":["","é","e\u0301"]},"unknown":{"a":[1.0,null]}}"#,
            #"{"id":" a/b?c#d%20","values":{"title":"","any":{"a":[1,2,{"b":1.0}]},"extra":"kept","place":{"lat":1,"lng":2}}}"#,
            #"{"id":"日本","values":{"title":"村上春樹","names":{"en":"a","ja":"b"},"part":{"x":1},"others":["é","日本"]},"tags":[{"name":"a"}],"deletedBy":"x"}"#,
        ]
        try loader.command.write(lines.joined(separator: "\n"), to: "notes.ndjson")
        let run = try await loader.load("notes.ndjson")
        #expect(run.code == 0, "\(run.errors)")
        // They are kept and reported: no query uses them.
        #expect(
            run.errors == """
                notes.ndjson:3:1: warning: 'unknown' is not a key of items (1 line has it).
                notes.ndjson:4:1: warning: 'extra' is not a field of notes, so nothing reads it (1 line has it).

                """)
        let found = try await loader.command.run(
            ["query", "--module", "notes", "--all", "--format", "ndjson"] + loader.cluster)
        let items = try found.lines.map { try JSONValue(parsing: Data($0.utf8)).plain }
        #expect(items.count == lines.count)
        for line in lines {
            let instance = try JSONValue(parsing: Data(line.utf8)).plain
            #expect(items.contains(instance), "\(line)\n\(found.output)")
        }
    }

    @Test(
        "Invalid lines and lines that the cluster rejects are reported with file and line",
        arguments: Cluster.allCases)
    func problems(_ kind: Cluster) async throws {
        let loader = try await Loader(kind)
        defer { loader.command.remove() }
        var lines = (0..<300).map { Notes.line($0) }
        lines[4] = "{"
        lines[149] = #"{"id":"x","values":{"title":"T","number":"many"}}"#
        lines[250] = #"{"id":"y","values":{}}"#
        try loader.command.write(lines.joined(separator: "\n"), to: "notes.ndjson")
        let run = try await loader.load("--batch", "100", "notes.ndjson")
        #expect(run.code == 1)
        #expect(run.output.contains("297 items") && run.output.contains("3 lines skipped"))
        let errors = run.errors.split(separator: "\n")
        #expect(errors.count == 3)
        for (line, error) in zip([5, 150, 251], errors) {
            #expect(error.hasPrefix("notes.ndjson:\(line):1: error: "), "\(error)")
        }
        #expect(try await loader.count() == "297\n")
    }

    @Test(
        "A load that is killed repeatedly resumes, and ends with the file's content",
        arguments: Cluster.allCases)
    func killed(_ kind: Cluster) async throws {
        let loader = try await Loader(kind)
        defer { loader.command.remove() }
        // Many small batches, so that the load is still running if this process wakes late; the stand-in for
        // OpenSearch is slow for each batch.
        let (count, batch) = kind == .typesense ? (6_000, 20) : (1_000, 5)
        let file = try loader.command.write(Notes.text(count), to: "notes.ndjson")
        let progress = try LoadProgress(in: loader.command.folder.appendingPathComponent("state"), of: file)
        let arguments = loader.options + ["--batch", "\(batch)", "notes.ndjson"]
        var last = 0
        for kill in 0..<4 {
            let run = try loader.command.start(arguments)
            await run.send(SIGKILL) { [last] in (try? progress.line()) ?? 0 >= last + 5 * batch }
            let end = try await run.end()
            #expect(end.code == -SIGKILL, "\(end.output) \(end.errors)")
            if kill > 0 { #expect(end.errors.hasPrefix("notes.ndjson: resuming after line ")) }
            last = try progress.line()
        }
        #expect(last >= 20 * batch && last < count)
        // The state counts lines: the rest may be loaded in larger batches.
        let run = try await loader.command.run(loader.options + ["--batch", "500", "notes.ndjson"])
        #expect(run.code == 0 && run.errors.hasPrefix("notes.ndjson: resuming after line "), "\(run.errors)")
        #expect(
            run.output.hasPrefix(
                "notes.ndjson: \(kind == .typesense ? "6,000" : "1,000") items of notes loaded into "))
        try expectNotes(try await loader.items(), count)
        #expect(try await loader.count() == "\(count)\n")
    }

    @Test(
        "--replace shows the old items until all new ones are loaded, and then only the new ones",
        arguments: Cluster.allCases)
    func replacing(_ kind: Cluster) async throws {
        let loader = try await Loader(kind)
        defer { loader.command.remove() }
        try loader.command.write(Notes.text(300), to: "notes.ndjson")
        #expect(try await loader.load("notes.ndjson").code == 0)
        try loader.command.write(Notes.text(200, revision: 1) + "x\n" + Notes.line(250), to: "notes.ndjson")
        let stopped = try await loader.load("--replace", "--max-errors", "0", "--batch", "50", "notes.ndjson")
        #expect(stopped.code == 1)
        try expectNotes(try await loader.items(), 300)
        let run = try await loader.load("--replace", "--batch", "50", "notes.ndjson")
        #expect(run.errors.contains("resuming after line ") && run.output.contains("201 items"))
        let items = try await loader.items()
        #expect(items.count == 201)
        #expect(items["note 199"]?["values"]?["title"] == .string("Title 199 of 1"))
        #expect(items["note 299"] == nil && items["note 250"] != nil)
    }

    @Test(
        "A new schema replaces the old one, with the loaded items",
        arguments: Cluster.allCases)
    func newSchema(_ kind: Cluster) async throws {
        let loader = try await Loader(kind)
        defer { loader.command.remove() }
        try loader.command.write(Notes.text(50), to: "notes.ndjson")
        #expect(try await loader.load("notes.ndjson").code == 0)
        let text = Notes.schema.replacingOccurrences(
            of: #"{ "name": "number""#,
            with: #"{ "name": "rank", "type": "integer", "sortable": true }, { "name": "number""#)
        #expect(text != Notes.schema)
        try loader.command.write(text, to: "notes.json")
        try loader.command.write(
            (0..<40).map { #"{"id":"\#($0)","values":{"title":"T","rank":\#($0)}}"# }.joined(separator: "\n"),
            to: "notes.ndjson")
        let run = try await loader.load("notes.ndjson")
        #expect(run.code == 0, "\(run.errors)")
        let found = try await loader.command.run(
            ["query", "--module", "notes", "--sort", "-rank", "--size", "2", "--format", "ndjson"]
                + loader.cluster)
        #expect(
            try found.lines.map { try JSONValue(parsing: Data($0.utf8)).instanceID } == ["39", "38"],
            "\(found.errors)")
    }

    @Test("An unreachable cluster and a wrong key exit with 1, and print no secret")
    func failures() async throws {
        var loader = try await Loader(.typesense)
        defer { loader.command.remove() }
        try loader.command.write(Notes.text(5), to: "notes.ndjson")
        loader.command.environment["TYPESENSE_API_KEY"] = "wrong-and-secret"
        let wrong = try await loader.load("notes.ndjson")
        #expect(wrong.code == 1 && wrong.output.isEmpty && wrong.errors.hasPrefix("quire: error: "))
        // Port 9 is the discard service, which is normally unused.
        let away = try await loader.command.run(
            "load", "--engine", "opensearch", "--nodes", "http://127.0.0.1:9", "--schema", "notes.json",
            "notes.ndjson")
        #expect(away.code == 1 && away.output.isEmpty && away.errors.hasPrefix("quire: error: "))
        #expect(!(wrong.errors + away.errors).contains("wrong-and-secret"))
    }

    @Test("The address of another kind of server is an error that doubts the address")
    func otherServer() async throws {
        var loader = try await Loader(.typesense)
        defer { loader.command.remove() }
        try loader.command.write(Notes.text(5), to: "notes.ndjson")
        let common = ["load", "--schema", "notes.json", "notes.ndjson"]
        let (typesense, openSearch) = (
            try await SearchServers.typesense().url, try await SearchServers.openSearch().url
        )
        loader.command.environment["TYPESENSE_API_KEY"] = "key"
        for (engine, url, doubt) in [
            ("typesense", openSearch, "that of a Typesense node"),
            ("opensearch", typesense, "that of an OpenSearch or Elasticsearch cluster"),
        ] {
            let run = try await loader.command.run(
                common + ["--engine", engine, "--nodes", url.absoluteString])
            #expect(run.code == 1 && run.output.isEmpty && run.errors.contains(doubt), "\(run.errors)")
        }
    }
}

extension JSONValue {
    /// The value with sorted keys, and with numbers as in JSON: 1.0 is 1.
    fileprivate var plain: JSONValue {
        switch self {
        case .number(let number): Int64(exactly: number).map(JSONValue.integer) ?? self
        case .array(let elements): .array(elements.map(\.plain))
        case .object(let members):
            .object(
                members.map { Member($0.name, $0.value.plain) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        default: self
        }
    }
}
