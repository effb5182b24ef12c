import Foundation
import Testing

/// Wrong arguments are reported, never ignored.
@Suite("Command-line options", .timeLimit(.minutes(30)))
struct OptionTests {
    @Test(
        "A mistyped, repeated, empty or useless option exits with 2 and a message with the remedy",
        arguments: [
            (["chek"], "unknown command 'chek'; did you mean 'check'?"),
            (["--versoin"], "unknown option '--versoin'; did you mean '--version'?"),
            (["help", "chek"], "no help for 'chek'; did you mean 'check'?"),
            (["help", "check", "now"], "unknown argument 'now'"),
            (["check", "--schema", "Schema"], "unknown option '--schema'"),
            (["generate", "--ouput", "x"], "unknown option '--ouput'; did you mean '--output'?"),
            (["generate", "--output"], "--output needs a value"),
            (["generate", "--output="], "--output needs a value"),
            (["generate", "--output", ""], "--output needs a value"),
            (
                ["generate", "--output", "--check"],
                "--output needs a value, but the option --check follows it"
            ),
            (["generate", "--output", "a", "--output", "b"], "--output was given 2 times; give it once"),
            (["generate", "--output", "a", "--check=yes"], "--check takes no value, but 'yes' was given"),
            (["generate", "--output", "a", "--access", "pubic"], "did you mean 'public'?"),
            (["generate", "--output", "a", "Schema"], "use --schema for the schema"),
            (["import", "contenful"], "cannot import from 'contenful'"),
            (["import", "--file", "x"], "name the system to import from first: quire import halo --file"),
            (
                ["check"],
                "no folder 'Schema' found; pass the schema's file or folder: quire check <path>"
            ),
            (["generate", "--output", "a"], "no folder 'Schema' found"),
            (["migrate", "--store", "a"], "no folder 'Schema' found"),
            (["query", "--store", "a", "--module", "b"], "--schema <path>"),
            (["serve"], "no folder 'Schema' found"), (["serve", "x"], "unknown argument 'x'"),
            (["import", "halo"], "neither --file nor --url was given"),
            (
                ["load", "--store", "a", "--nodes", "http://a", "x"],
                "--nodes has no effect with --engine store"
            ),
            (["load", "--store", "a", "--prefix", "x", "x"], "--prefix has no effect with --engine store"),
            (["load", "--store", "a", "--timeout", "9", "x"], "--timeout has no effect with --engine store"),
            (["load", "--store", "a", "--url", "http://a", "x"], "--url has no effect with --engine store"),
            (
                ["load", "--engine", "typesense", "--nodes", "http://a", "--collections", "books", "x"],
                "--collections expects module=collection, separated by commas, not 'books'"
            ),
            (
                ["load", "--engine", "typesense", "--nodes", "http://a", "--collections", "a=b,a=c", "x"],
                "--collections names the module 'a' twice"
            ),
            (
                ["load", "--engine", "algolia", "--application-id", "a", "--collections", "a=b", "x"],
                "--collections has no effect with --engine algolia"
            ),
            (["load", "--engine", "typesens"], "unknown engine 'typesens'; did you mean 'typesense'?"),
            (["migrate"], "no --store was given"),
            (["migrate", "--store", "a", "--check", "--allow-downgrade"], "--allow-downgrade has no effect"),
        ])
    func wrongUse(arguments: [String], message: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let run = try await command.run(arguments)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test(
        "A query option that would have no effect is rejected",
        arguments: [
            (["--count", "--facets", "mood"], "--facets has no effect with --count"),
            (["--count", "--format", "json"], "--format has no effect with --count"),
            (["--explain", "--format", "json"], "--format has no effect with --explain"),
            (["--format", "ndjson", "--facets", "mood"], "--facets has no effect with --format ndjson"),
            (["--client-id", "a"], "--client-id has no effect with --engine store"),
            (["--format", "tabel"], "unknown format 'tabel'; did you mean 'table'?"),
            (["--search", ""], "--search needs a value"),
        ])
    func ignored(arguments: [String], message: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        let run = try await command.run(
            ["query", "--schema", "notes.json", "--store", "s.sqlite", "--module", "notes"] + arguments)
        #expect(run.code == 2)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test("--version and version print one line")
    func version() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        for argument in ["--version", "version"] {
            let run = try await command.run(argument)
            #expect(run.code == 0 && run.errors.isEmpty)
            #expect(
                run.output.wholeMatch(of: /quire \d+\.\d+\.\d+ \(schema format \d+\)\n/) != nil,
                "\(run.output)")
        }
    }

    @Test("The overview names every engine that the commands use")
    func overview() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let lines = try await command.run("help").lines
        for (name, engines) in [
            ("query", ["store", "HALO", "Typesense", "OpenSearch", "Algolia", "PocketBase"]),
            ("load", ["store", "Typesense", "OpenSearch", "Algolia", "PocketBase"]),
        ] {
            let line = try #require(lines.first { $0.hasPrefix("  \(name) ") })
            for engine in engines { #expect(line.contains(engine), "\(line)") }
        }
    }

    @Test(
        "help explains each command like --help, with its exit codes",
        arguments: ["check", "generate", "import", "load", "migrate", "query", "serve"])
    func help(_ name: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let help = try await command.run("help", name)
        let option = try await command.run(name, "--help")
        #expect(help.code == 0 && option.code == 0)
        #expect(help.output == option.output)
        #expect(help.output.contains("Exit codes: 0"))
        #expect(try await command.run("help").output.contains("\n  \(name) "))
    }
}
