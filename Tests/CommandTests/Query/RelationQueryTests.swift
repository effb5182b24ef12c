#if SQLite
import Foundation
import Quire
import Testing

@Suite("quire query across relations", .timeLimit(.minutes(30)))
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

    @Test("Fields may be members of objects, which are the columns of a table and the members of items")
    func members() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(
            #"""
            { "quire": 1, "modules": [{ "name": "works", "fields": [
                { "name": "title", "type": "text", "sortable": true },
                { "name": "dates", "type": "object", "fields": [
                    { "name": "start", "type": "integer" }, { "name": "text", "type": "text" } ] },
                { "name": "makers", "type": "list", "of": { "type": "object", "fields": [
                    { "name": "name", "type": "text" }, { "name": "role", "type": "text" } ] } } ] }] }
            """#, to: "schema.json")
        try command.write(
            #"""
            [{"id":"1","title":"Sea","dates":{"start":1805,"text":"c. 1805"},"makers":[{"name":"Ann","role":"artist"},{"name":"Bob"}]},
             {"id":"2","title":"Sky"}]
            """#, to: "works.json")
        let load = try await command.run([
            "load", "--schema", "schema.json", "--store", "s.sqlite", "works.json",
        ])
        #expect(load.code == 0, "\(load.errors)")
        let options = ["--sort", "title", "--fields", "title, dates.start, makers.name"]
        let items = try await query(command, "works", options)
        let values = try items.lines.map { try JSONValue(parsing: Data($0.utf8))["values"] }
        #expect(
            values.map { "\($0 ?? .null)" } == [
                #"{"title":"Sea","dates":{"start":1805},"makers":[{"name":"Ann"},{"name":"Bob"}]}"#,
                #"{"title":"Sky"}"#,
            ], "\(items.errors)")
        let table = try await command.run(
            ["query", "--schema", "schema.json", "--store", "s.sqlite", "--module", "works"] + options)
        #expect(
            table.lines.prefix(3) == [
                "id  title  dates.start  makers.name", "1   Sea           1805  Ann, Bob", "2   Sky",
            ], "\(table.output)")
        let wrong = try await query(command, "works", ["--fields", "dates.stat"])
        #expect(wrong.code != 0 && wrong.errors.contains("has no field \"dates.stat\""), "\(wrong.errors)")
    }

    @Test(
        "Conditions on related items, in both directions",
        arguments: [
            ("books", #"author.name = "Franz Kafka""#, ["trial"]),
            ("books", #"author.home.name = "Prague""#, ["trial"]),
            ("books", #"author.born < "1800-01-01""#, ["emma"]),
            (
                "books", #"author.name != "Franz Kafka""#,
                ["emma", "lost", "none"]
            ),
            ("books", "author.name is null", ["lost", "none"]),
            (
                "books",
                #"any others (born > "1884-01-01")"#,
                ["trial"]
            ),
            (
                "authors",
                #"any books.author (title = "Emma")"#,
                ["austen"]
            ),
            (
                "authors",
                #"none books.author (title = "Emma")"#,
                ["brod", "kafka"]
            ),
            (
                "towns",
                #"any authors.home (home.name = "Prague")"#,
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
                ("author.name desc, title", ["emma", "trial", "lost", "none"]),
                ("author.name nulls last, title", ["trial", "emma", "lost", "none"]),
                ("author.home.name nulls first, -title", ["none", "lost", "trial", "emma"]),
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
        try command.write(Self.schema, to: "schema.json")
        try command.write(String(repeating: "home.", count: 400_000) + "home = 1", to: "filter.txt")
        let run = try await query(command, "authors", ["--filter-file", "filter.txt"])
        #expect(
            run.code == 2 && run.errors.contains("at most 1000000 characters"), "\(run.errors.prefix(300))")
        try command.write(String(repeating: "home.", count: 9_000) + "home = 1", to: "filter.txt")
        let shorter = try await query(command, "authors", ["--filter-file", "filter.txt"])
        #expect(shorter.code == 2 && shorter.errors.contains("Expected"), "\(shorter.errors.prefix(300))")
    }

    @Test("A path over a list of relations is a test of any related item")
    func listPath() async throws {
        try await withStore { command in
            for (filter, expected) in [
                ("others.name = \"Max Brod\"", ["trial"]),
                ("others.name != \"Max Brod\"", ["emma", "lost", "none"]),
                ("others.born is not null", ["trial"]),
                ("others.home.name is null", ["emma", "lost", "none", "trial"]),
            ] {
                let run = try await query(command, "books", ["--filter", filter, "--sort", "@name"])
                #expect(run.code == 0, "\(run.errors)")
                let ids = try run.lines.map { try JSONValue(parsing: Data($0.utf8)).instanceID }
                #expect(ids.sorted() == expected, "\(filter)")
            }
        }
    }

    @Test(
        "A wrong path is explained",
        arguments: [
            ("author.nam = \"x\"", "authors has no field \"nam\"; did you mean \"name\"?"),
            ("writer.name = \"x\"", "books has no field \"writer\""),
            ("title.name = \"x\"", "\"title\" is not a relation"),
            ("any towns.author ()", "towns has no field \"author\""),
            ("any writers.author ()", "The schema has no module \"writers\""),
            ("any title ()", "\"title\" is not a relation"),
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
