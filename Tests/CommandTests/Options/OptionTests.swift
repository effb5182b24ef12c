import Foundation
import Testing

@testable import QuireCommand

/// What is typed wrong is told, never passed over.
@Suite("Options of the command line", .timeLimit(.minutes(60)))
struct OptionTests {
    @Test(
        "A mistyped, doubled, empty or useless option ends with 2, and the message says what to do",
        arguments: [
            (["chek"], "unknown command 'chek'; did you mean 'check'?"),
            (["--versoin"], "unknown option '--versoin'; did you mean '--version'?"),
            (["help", "chek"], "there is no help on 'chek'; did you mean 'check'?"),
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
            (["generate", "--output", "a", "Schema"], "the schema is given with --schema"),
            (["import", "contenful"], "cannot import from 'contenful'"),
            (["import", "--file", "x"], "the system to import from stands first: quire import halo --file"),
            (
                ["check"],
                "there is no folder 'Schema' here; give the schema's file or folder: quire check <path>"
            ),
            (["generate", "--output", "a"], "there is no folder 'Schema' here"),
            (["migrate", "--store", "a"], "there is no folder 'Schema' here"),
            (["query", "--store", "a", "--module", "b"], "--schema <path>"),
            (["serve"], "there is no folder 'Schema' here"), (["serve", "x"], "unknown argument 'x'"),
            (["import", "halo"], "no --file and no --url was given"),
            (["load", "--store", "a", "--nodes", "http://a", "x"], "--nodes has no use with --engine store"),
            (["load", "--store", "a", "--prefix", "x", "x"], "--prefix has no use with --engine store"),
            (["load", "--store", "a", "--timeout", "9", "x"], "--timeout has no use with --engine store"),
            (["load", "--store", "a", "--url", "http://a", "x"], "--url has no use with --engine store"),
            (["load", "--engine", "typesens"], "unknown engine 'typesens'; did you mean 'typesense'?"),
            (["migrate"], "no --store was given"),
            (["migrate", "--store", "a", "--check", "--allow-downgrade"], "--allow-downgrade has no use"),
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
        "An option of a query that would be ignored is refused",
        arguments: [
            (["--count", "--facets", "mood"], "--facets has no use with --count"),
            (["--count", "--format", "json"], "--format has no use with --count"),
            (["--explain", "--format", "json"], "--format has no use with --explain"),
            (["--format", "ndjson", "--facets", "mood"], "--facets has no use with --format ndjson"),
            (["--client-id", "a"], "--client-id has no use with --engine store"),
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
            #expect(run.output == "\(Main.version)\n")
        }
    }

    @Test(
        "help explains each command as --help does, with its exit codes",
        arguments: ["check", "generate", "import", "load", "migrate", "query", "serve"])
    func help(_ name: String) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let help = try await command.run("help", name)
        let option = try await command.run(name, "--help")
        #expect(help.code == 0 && option.code == 0)
        #expect(help.output == option.output)
        #expect(help.output.contains("Exit codes: 0"))
        #expect(Main.help.contains("\n  \(name) "))
    }
}
