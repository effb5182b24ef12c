#if SQLite
import Foundation
import Quire
import Testing

@Suite("quire query across relations", .timeLimit(.minutes(60)))
struct RelationQueryTests {
    private static let schema = """
        { "quire": 1, "modules": [
            { "name": "books", "fields": [
                { "name": "title", "type": "text", "sortable": true },
                { "name": "author", "type": "relation", "module": "authors" },
                { "name": "others", "type": "relations", "module": "authors" } ] },
            { "name": "authors", "fields": [
                { "name": "name", "type": "text", "sortable": true },
                { "name": "born", "type": "date", "format": "dateOnly" },
                { "name": "home", "type": "relation", "module": "towns" } ] },
            { "name": "towns", "fields": [{ "name": "name", "type": "text" }] } ] }
        """

    private static let files = [
        "towns": #"[{"id":"s","name":"Steventon"},{"id":"p","name":"Prague"}]"#,
        "authors": """
        [{"id":"austen","name":"Jane Austen","born":"1775-12-16","home":"s"},
         {"id":"kafka","name":"Franz Kafka","born":"1883-07-03","home":"p"},
         {"id":"brod","name":"Max Brod","born":"1884-05-27"}]
        """,
        "books": """
        [{"id":"emma","title":"Emma","author":"austen"},
         {"id":"trial","title":"The Trial","author":"kafka","others":["brod"]},
         {"id":"none","title":"Nobody's"},
         {"id":"lost","title":"Lost","author":"deleted"}]
        """,
    ]

    private func withStore(_ body: (BuiltCommand) async throws -> Void) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.schema, to: "schema.json")
        for (name, text) in Self.files { try command.write(text, to: "\(name).json") }
        let load = try await command.run(
            ["load", "--schema", "schema.json", "--store", "s.sqlite"] + Self.files.keys.map { "\($0).json" })
        #expect(load.code == 0, "\(load.errors)")
        try await body(command)
    }

    private func query(_ command: BuiltCommand, _ module: String, _ options: [String]) async throws
        -> BuiltCommand.Run
    {
        try await command.run(
            [
                "query", "--schema", "schema.json", "--store", "s.sqlite", "--module", module, "--format",
                "ndjson",
            ]
                + options)
    }

    private static let emma = #"{"operation":"=","property":"title","value":"Emma"}"#

    @Test(
        "Conditions on related items, in both directions",
        arguments: [
            ("books", #"{"operation":"=","property":"author.name","value":"Franz Kafka"}"#, ["trial"]),
            ("books", #"{"operation":"=","property":"author.home.name","value":"Prague"}"#, ["trial"]),
            ("books", #"{"operation":"<","property":"author.born","value":"1800-01-01"}"#, ["emma"]),
            (
                "books", #"{"operation":"!=","property":"author.name","value":"Franz Kafka"}"#,
                ["emma", "lost", "none"]
            ),
            ("books", #"{"operation":"=","property":"author.name","value":null}"#, ["lost", "none"]),
            (
                "books",
                #"{"condition":"any","relation":"others","module":"authors","operands":[{"operation":">","property":"born","value":"1884-01-01"}]}"#,
                ["trial"]
            ),
            (
                "authors",
                #"{"condition":"any","relation":"author","module":"books","isReverse":true,"operands":[\#(emma)]}"#,
                ["austen"]
            ),
            (
                "authors",
                #"{"condition":"none","relation":"author","module":"books","isReverse":true,"operands":[\#(emma)]}"#,
                ["brod", "kafka"]
            ),
            (
                "towns",
                #"{"condition":"any","relation":"home","module":"authors","isReverse":true,"operands":[{"operation":"=","property":"home.name","value":"Prague"}]}"#,
                ["p"]
            ),
        ])
    func conditions(_ module: String, _ filter: String, _ expected: [String]) async throws {
        try await withStore { command in
            let run = try await query(command, module, ["--filter", filter])
            #expect(run.code == 0, "\(run.errors)")
            let ids = try run.lines.map { line in
                guard case .string(let id)? = try JSONValue(parsing: Data(line.utf8))["id"] else {
                    return line
                }
                return id
            }
            #expect(ids.sorted() == expected)
        }
    }

    @Test(
        "Items are sorted by a field of a related item; those without one come first, or where the order says"
    )
    func sorted() async throws {
        try await withStore { command in
            for (order, expected) in [
                ("-author.name,title", ["emma", "trial", "lost", "none"]),
                ("author.name:last,title", ["trial", "emma", "lost", "none"]),
                ("author.home.name:first,-title", ["none", "lost", "trial", "emma"]),
            ] {
                let run = try await query(command, "books", ["--sort", order, "--fields", "title"])
                #expect(run.code == 0, "\(run.errors)")
                let ids = try run.lines.map { try JSONValue(parsing: Data($0.utf8))["id"] }
                #expect(ids == expected.map { .string($0) }, "\(order)")
            }
        }
    }

    @Test("A path of very many relations is refused at once")
    func longPath() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(
            """
            { "quire": 1, "modules": [{ "name": "books", "fields": [
                { "name": "next", "type": "relation", "module": "books" } ] } ] }
            """, to: "schema.json")
        let path = String(repeating: "next.", count: 400_000) + "next"
        try command.write(#"{"operation":"=","property":"\#(path)","value":"x"}"#, to: "filter.json")
        let run = try await query(command, "books", ["--filter-file", "filter.json"])
        #expect(run.code == 2 && run.errors.contains("a path of more than"), "\(run.errors.prefix(300))")
    }

    @Test(
        "A wrong path is explained",
        arguments: [
            (#"{"operation":"=","property":"author.nam","value":1}"#, "authors has no field 'nam'"),
            (#"{"operation":"=","property":"writer.name","value":1}"#, "books has no field 'writer.name'"),
            (#"{"operation":"=","property":"title.name","value":1}"#, "books has no field 'title.name'"),
            (#"{"operation":"=","property":"others.name","value":1}"#, "'others' leads to several items"),
            (
                #"{"condition":"any","relation":"author","module":"towns","operands":[]}"#,
                #"books: "author" in the filter: expected a relation to towns"#
            ),
            (
                #"{"condition":"any","relation":"author","module":"writers","operands":[]}"#,
                "the schema has no module 'writers'"
            ),
            (
                #"{"condition":"any","relation":"title","module":"authors","operands":[]}"#,
                #"books: "title" in the filter: expected a relation to authors"#
            ),
        ])
    func wrong(_ filter: String, _ message: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Self.schema, to: "schema.json")
        let run = try await query(command, "books", ["--filter", filter])
        #expect(run.code == 2 && run.output.isEmpty && run.errors.contains(message), "\(run)")
    }
}
#endif
