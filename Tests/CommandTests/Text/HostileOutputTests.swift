#if SQLite
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import LoopbackServer
import Quire
import Testing

/// Every command with hostile text in every place whose text it prints: the output does not control a terminal.
@Suite("The commands' output does not control a terminal", .timeLimit(.minutes(30)))
struct HostileOutputTests {
    private static let hostile = HostileText.everything
    private static let query = ["query", "--schema", "notes.json", "--module", "notes"]

    private func command(_ body: (BuiltCommand) async throws -> Void) async throws {
        var command = try BuiltCommand()
        command.environment = [
            "TYPESENSE_API_KEY": "key", "HALO_CLIENT_SECRET": "secret", "POCKETBASE_TOKEN": "token",
        ]
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try await body(command)
    }

    /// Expects that the output contains the hostile text, but no control sequence and no forged line.
    private func expectHarmless(
        _ run: BuiltCommand.Run, _ source: String, code: Int32? = nil, isShown: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let problems = HostileText.problems(run.output, run.errors, isShown: isShown)
        #expect(problems == [], "\(source)", sourceLocation: sourceLocation)
        if let code { #expect(run.code == code, "\(source): \(run)", sourceLocation: sourceLocation) }
    }

    // MARK: - Servers

    @Test("quire query, load and import: invalid server responses", arguments: HostileReply.all)
    func responses(_ hostile: HostileReply) async throws {
        let (source, isShown) = (hostile.description, hostile.isPrinted)
        let server = try LoopbackServer { _ in hostile.reply }
        defer { server.stop() }
        let url = server.url.absoluteString
        // An error is reported immediately; an unusable response is retried until the timeout.
        let patience = isShown ? "900" : "1"
        try await command { command in
            try command.write(Notes.text(3), to: "notes.ndjson")
            for arguments in [
                Self.query + ["--engine", "halo", "--url", url],
                Self.query + ["--engine", "halo", "--url", url, "--client-id", "app"],
                Self.query + ["--engine", "typesense", "--nodes", url, "--timeout", patience],
                Self.query + ["--engine", "opensearch", "--nodes", url, "--timeout", patience],
                [
                    "load", "--schema", "notes.json", "--engine", "typesense", "--nodes", url, "--timeout",
                    patience,
                    "notes.ndjson",
                ],
                [
                    "load", "--schema", "notes.json", "--engine", "opensearch", "--nodes", url, "--timeout",
                    patience, "notes.ndjson",
                ],
                ["import", "halo", "--url", url, "--output", "-"],
                ["import", "halo", "--url", url, "--client-id", "app", "--output", "-"],
            ] {
                let run = try await command.run(arguments)
                expectHarmless(run, "\(source): \(arguments)", code: 1, isShown: isShown)
                #expect(run.output.isEmpty, "\(arguments)")
            }
            // It repeats nothing of an invalid response.
            let run = try await command.run("import", "pocketbase", "--url", url, "--output", "-")
            expectHarmless(run, "\(source): pocketbase", code: 1, isShown: false)
        }
    }

    /// An item with hostile text wherever a server can put it.
    private static let item =
        "{\"id\":\(HostileText.json),\"name\":\(HostileText.json),\"module\":\"notes\",\"values\":"
        + "{\"title\":\(HostileText.json),\"mood\":\(HostileText.json),\"tags\":[\(HostileText.json)],"
        + "\"day\":\(HostileText.json),\"number\":\(HostileText.json),"
        + "\"names\":{\(HostileText.json):\(HostileText.json)},\"any\":{\(HostileText.json):\(HostileText.json)}}}"

    @Test("quire query: an item's values, id and keys in tables; JSON keeps them exactly")
    func items() async throws {
        let page =
            "{\"pagination\":{\"page\":1,\"limit\":20,\"offset\":0,\"totalItems\":1,\"totalPages\":1},"
            + "\"items\":[\(Self.item)]}"
        let server = try LoopbackServer { _ in .json(page) }
        defer { server.stop() }
        let arguments = Self.query + ["--engine", "halo", "--url", server.url.absoluteString]
        try await command { command in
            expectHarmless(try await command.run(arguments), "a table", code: 0)
            for format in ["json", "ndjson"] {
                let run = try await command.run(arguments + ["--format", format])
                expectHarmless(run, format, code: 0)
                let printed = try JSONValue(parsing: Data(run.output.utf8))
                var item: JSONValue? = printed
                if format == "json", case .array(let items)? = printed["items"] { item = items.first }
                #expect(item?["id"] == .string(Self.hostile))
                #expect(item?["values"]?["title"] == .string(Self.hostile))
                #expect(item?["values"]?["any"]?[Self.hostile] == .string(Self.hostile))
            }
        }
    }

    @Test("quire import: names, descriptions and keys in warnings; the schema keeps them exactly")
    func imported() async throws {
        let json = HostileText.json
        let fields =
            #"[{"name":\#(json),"description":\#(json),"format":\#(json),"type":\#(json)},{"name":"ok"}]"#
        let modules =
            #"[{"id":\#(json),"name":\#(json),"fields":\#(fields)},{"id":"2","name":"a","fields":\#(fields),\#(json):1},"#
            + #"{"id":\#(json),"name":7,"fields":\#(json)}]"#
        let server = try LoopbackServer { _ in .json(modules) }
        defer { server.stop() }
        try await command { command in
            let path = try command.write(modules, to: HostileText.fileName)
            for source in [["--url", server.url.absoluteString], ["--file", path]] {
                let run = try await command.run(["import", "halo", "--output", "-"] + source)
                expectHarmless(run, "\(source)")
            }
            let named = #"[{"id":"1","name":"a","description":\#(json),"fields":[{"name":\#(json)}]}]"#
            try command.write(named, to: "named.json")
            let run = try await command.run("import", "halo", "--output", "-", "--file", "named.json")
            expectHarmless(run, "a schema", code: 0)
            let schema = try JSONValue(parsing: Data(run.output.utf8))
            guard case .array(let list)? = schema["modules"], case .array(let first)? = list.first?["fields"]
            else {
                Issue.record("no modules: \(run)")
                return
            }
            #expect(first.first?["name"] == .string(Self.hostile))
            let written = try await command.run(
                "import", "halo", "--output", HostileText.fileName + ".out", "--file", "named.json")
            expectHarmless(written, "the file's name", code: 0)
            let again = try await command.run(
                "import", "halo", "--output", HostileText.fileName + ".out", "--file", "named.json")
            expectHarmless(again, "a file that is there", code: 1)
        }
    }

    @Test("quire import pocketbase: names, settings and rules in warnings and errors")
    func importedCollections() async throws {
        let json = HostileText.json
        func collections(_ fields: String) -> String {
            #"[{"id":\#(json),"name":\#(json),"type":"base","listRule":\#(json),"indexes":["CREATE UNIQUE INDEX i ON a (b, c) "],"fields":[\#(fields)]},"#
                + #"{"id":"2","name":"_a","type":"base","fields":[]}]"#
        }
        try await command { command in
            let field =
                #"{"name":\#(json),"type":"select","maxSelect":2,"values":[\#(json),\#(json),"a","A"],"help":\#(json)}"#
            try command.write(collections(field), to: HostileText.fileName)
            let path = HostileText.fileName
            let run = try await command.run("import", "pocketbase", "--output", "-", "--file", path)
            expectHarmless(run, "warnings", code: 0)
            for field in [
                #"{"name":\#(json),"type":"text","max":\#(json)}"#,
                #"{"name":\#(json),"type":"relation","collectionId":"z"}"#,
            ] {
                try command.write(collections(field), to: path)
                let run = try await command.run("import", "pocketbase", "--output", "-", "--file", path)
                expectHarmless(run, field, code: 1)
            }
        }
    }

    // MARK: - Files

    /// Lines with hostile values, keys and ids, and one that is not JSON.
    private static let lines =
        [
            #"{"id":"1","values":{"title":\#(HostileText.json),"mood":\#(HostileText.json),"tags":[\#(HostileText.json)],"any":{\#(HostileText.json):1}}}"#,
            #"{"id":\#(HostileText.json),"values":{"title":"a"}}"#,
            #"{"id":"3","values":{"title":"a","number":\#(HostileText.json)}}"#,
            #"{"id":"4","values":{"title":"a",\#(HostileText.json):1},\#(HostileText.json):2}"#,
            #"{"id":"5","values":{"title":"a","day":\#(HostileText.json),"at":\#(HostileText.json)}}"#,
        ].joined(separator: "\n").utf8 + [0x0A] + HostileText.bytes + [0x0A]

    @Test("quire load and serve: a file's name, and the lines, keys, ids and values in it")
    func files() async throws {
        try await command { command in
            let folder = HostileText.fileName
            try command.write("", to: "\(folder)/empty.ndjson")
            let file = "\(folder)/notes.ndjson"
            try Data(Self.lines).write(to: command.folder.appendingPathComponent(file))
            let load = ["load", "--schema", "notes.json", "--store", "s.sqlite"]
            expectHarmless(try await command.run(load + [file]), "a file", code: 1)
            expectHarmless(try await command.run(load + [folder]), "a folder", code: 1)
            expectHarmless(try await command.run(load + [folder + "x"]), "no such file", code: 1)
            let serve = ["serve", "--schema", "notes.json", "--port", "0", "--data"]
            expectHarmless(try await command.run(serve + [file]), "served lines", code: 1)
            expectHarmless(try await command.run(serve + [folder + "x"]), "no such data", code: 1)
            let renamed = ["--store", HostileText.fileName + ".sqlite"]
            try Data(Self.lines.prefix { $0 != 0x0A }).write(
                to: command.folder.appendingPathComponent("one.ndjson"))
            expectHarmless(
                try await command.run(
                    ["load", "--schema", "notes.json", "--module", "notes", "one.ndjson"] + renamed),
                "a store's name", code: 0)
            for form in [[], ["--format", "json"], ["--facets", "mood,tags"]] {
                expectHarmless(try await command.run(Self.query + renamed + form), "\(form)", code: 0)
            }
            try command.write(
                Notes.schema.replacing("\"done\"", with: "\"finished\""), to: "newer.json")
            let query = ["query", "--schema", "newer.json", "--module", "notes"] + renamed
            expectHarmless(try await command.run(query), "a store of another schema", code: 1)
            let migrate = ["migrate", "--schema", "newer.json"] + renamed
            expectHarmless(try await command.run(migrate + ["--check"]), "migrate --check", code: 1)
            expectHarmless(try await command.run(migrate), "a downgrade", code: 1)
            let allowed = migrate + ["--allow-downgrade"]
            expectHarmless(try await command.run(allowed), "migrate", code: 0)
            expectHarmless(try await command.run(migrate), "a store that fits", code: 0)
            // The store prints this warning itself, without the commands' escaping of invisible characters.
            let steering = ["--store", "\u{1B}[2J\u{9B}2J\u{202E}\u{2067}\u{8}\r\u{2028}\nforged.sqlite"]
            try command.write(#"{"id":"1","values":{"title":"a"}}"# + "\n", to: "notes.ndjson")
            for schema in ["newer.json", "notes.json"] {
                let run = try await command.run(["load", "--schema", schema, "notes.ndjson"] + steering)
                expectHarmless(run, "a warning of the store", code: 0)
                #expect(run.errors.contains("Quire: warning:") == (schema == "notes.json"), "\(run)")
            }
        }
    }

    @Test("quire check-store: the name of a file, and the damaged item")
    func damaged() async throws {
        try await command { command in
            // Ids cannot contain control characters, but may contain bidirectional ones.
            let id = "\u{202E}\u{2067}\u{200B}i"
            try command.write(
                #"{"id":"\#(id)","values":{"title":"Title 42"}}"# + "\n", to: "notes.ndjson")
            let file = HostileText.fileName + ".sqlite"
            let load = try await command.run(
                "load", "--schema", "notes.json", "--store", file, "notes.ndjson")
            expectHarmless(load, "load", code: 0)
            let place = command.folder.appendingPathComponent(file)
            var bytes = try Data(contentsOf: place)
            for start in bytes.indices.dropLast(8) where bytes[start..<start + 8] == Data("Title 42".utf8) {
                bytes[start] = UInt8(ascii: "B")
            }
            try bytes.write(to: place)
            let run = try await command.run("check-store", file)
            #expect(run.code == 1 && HostileText.isHarmless(run.output) && HostileText.isHarmless(run.errors))
            #expect(run.output.contains("changedItem: notes") && run.output.contains("202E"), "\(run)")
            expectHarmless(try await command.run("check-store", file + "x"), "no such store", code: 1)
        }
    }

    @Test("quire check and generate: the text and the name of a schema")
    func schemas() async throws {
        try await command { command in
            let json = HostileText.json
            let schema = """
                { "quire": 1, \(json): 1, "modules": [ { "name": \(json), "description": \(json), "fields": [
                  { "name": \(json), "type": \(json), \(json): \(json) },
                  { "name": "a", "type": "choice", "values": [\(json)], "default": \(json) },
                  { "name": "b", "type": "relation", "module": \(json) } ] } ] }
                """
            let texts: [(source: String, bytes: [UInt8])] = [
                ("keys and values", Array(schema.utf8)), ("bytes", HostileText.bytes),
                ("a string of bytes", Array("{ \"quire\": \"".utf8) + HostileText.bytes),
            ]
            for (source, bytes) in texts {
                for name in ["schema.json", HostileText.fileName + ".json"] {
                    try Data(bytes).write(to: command.folder.appendingPathComponent(name))
                    // Invalid JSON is reported with its position and its first character.
                    let isShown = source == "keys and values" || name != "schema.json"
                    let check = try await command.run("check", name)
                    expectHarmless(check, "check: \(source)", code: 1, isShown: isShown)
                    let generate = ["generate", "--output", "out", "--schema", name]
                    let generated = try await command.run(generate)
                    expectHarmless(generated, "generate: \(source)", code: 1, isShown: isShown)
                }
            }
            let output = HostileText.fileName
            let stale = try await command.run(
                "generate", "--schema", "notes.json", "--check", "--output", output)
            expectHarmless(stale, "files that are out of date", code: 1)
            try command.write("", to: output)
            let blocked = try await command.run("generate", "--schema", "notes.json", "--output", output)
            expectHarmless(blocked, "a folder that cannot be made", code: 1)
            expectHarmless(try await command.run("check", output + "x"), "no such schema", code: 1)
        }
    }

    // MARK: - Arguments and requests

    private static let argument = HostileText.fileName

    @Test("Every command: unknown arguments")
    func arguments() async throws {
        try await command { command in
            expectHarmless(try await command.run(Self.argument), "a command", code: 2)
            expectHarmless(try await command.run("help", Self.argument), "help", code: 2)
            for verb in ["check", "check-store", "generate", "import", "load", "migrate", "query", "serve"] {
                let run = try await command.run(verb, "--" + Self.argument)
                expectHarmless(run, verb, code: 2)
            }
            let query = Self.query + ["--store", "none.sqlite"]
            for option in ["--format", "--size", "--filter-file"] {
                expectHarmless(try await command.run(query + [option, Self.argument]), option, code: 2)
            }
            for option in ["--sort", "--fields", "--facets"] {
                // The error shows the name, or the one character that no name has.
                let name = "`\(Self.argument)`"
                expectHarmless(try await command.run(query + [option, name]), option, code: 2)
                let run = try await command.run(query + [option, Self.argument])
                expectHarmless(run, option, code: 2, isShown: false)
            }
            let filters = ["`\(Self.argument)` = \"a\"", "title = \(HostileText.json)"]
            for engine in [["halo", "--url"], ["typesense", "--nodes"], ["opensearch", "--nodes"]] {
                let query = Self.query + ["--explain", "--engine"] + engine + ["http://127.0.0.1:9"]
                for filter in filters {
                    let file = try command.write(filter, to: "filter.txt")
                    let run = try await command.run(query + ["--filter-file", file])
                    // Typesense receives a hash of the value.
                    expectHarmless(
                        run, "\(engine): \(filter)",
                        isShown: !(engine.contains("typesense") && filter == filters.last))
                }
            }
        }
    }

    @Test("quire serve: the log line of a request")
    func requests() async throws {
        try await command { command in
            let started = try command.start(["serve", "--schema", "notes.json", "--port", "0"])
            let address = try await started.firstLine().split(separator: " ").last.map(String.init) ?? ""
            let path = Self.hostile.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            for target in ["/\(path)", "/api/generalcontent/instance/\(path)?\(path)=\(path)"] {
                var request = URLRequest(url: try #require(URL(string: address + target)))
                request.setValue("\u{9B}31m\u{202E}", forHTTPHeaderField: "X-Request-Id")
                _ = try await URLSession.shared.data(for: request)
            }
            started.send(SIGTERM)
            let run = try await started.end()
            #expect(HostileText.isHarmless(run.output + run.errors), "\(run)")
            #expect(!run.errors.split(separator: "\n").contains { $0.hasPrefix("forged") }, "\(run)")
            #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("GET /") } == 2, "\(run)")
        }
    }
}
#endif
