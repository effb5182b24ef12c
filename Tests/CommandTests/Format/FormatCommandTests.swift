import Foundation
import Testing

/// `quire format` as a program.
@Suite("quire format", .timeLimit(.minutes(30)))
struct FormatCommandTests {
    private let messy = #"{"modules":[{"name":"books","fields":[]}],"quire":1}"#

    @Test("It formats the files of a folder, and the check then passes")
    func folder() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let path = try command.write(messy, to: "Schema/books.json")
        try command.write(
            #"{"$schema":"https://json-schema.org/draft/2020-12/schema"}"#, to: "Schema/a.schema.json")
        let before = try await command.run("format", "--check")
        #expect(before.code == 1)
        #expect(
            before.errors
                == "Schema/books.json:1:1: error: not in canonical form; run 'quire format Schema/books.json'\n"
        )
        let run = try await command.run("format")
        #expect(run.code == 0 && run.errors == "formatted Schema/books.json\n", "\(run.errors)")
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("{\n  \"quire\": 1,\n"))
        let after = try await command.run("format", "--check", "Schema")
        #expect(after.code == 0 && after.errors.isEmpty, "\(after.errors)")
    }

    @Test("A file that is not JSON stays as it is, and the others are formatted")
    func broken() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let broken = try command.write(#"{"quire":1,"quire":1}"#, to: "Schema/a.json")
        try command.write(messy, to: "Schema/b.json")
        let run = try await command.run("format")
        #expect(run.code == 1)
        #expect(
            run.errors.hasPrefix("Schema/a.json:1:12: error: the key 'quire' appears twice"), "\(run.errors)")
        #expect(run.errors.hasSuffix("formatted Schema/b.json\n"), "\(run.errors)")
        #expect(try String(contentsOfFile: broken, encoding: .utf8) == #"{"quire":1,"quire":1}"#)
    }

    @Test("A link stays a link, and a file keeps its permissions")
    func links() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let path = try command.write(messy, to: "shared.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let link = command.folder.appending(path: "link.json").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(try await command.run("format", "link.json").code == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("{\n"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("Standard input is formatted to standard output")
    func input() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let run = try await command.run("format", "-", input: messy)
        #expect(run.code == 0 && run.output.hasPrefix("{\n  \"quire\": 1,"), "\(run.errors)")
        let again = try await command.run("format", "-", input: run.output)
        #expect(again.output == run.output)
        #expect(try await command.run("format", "-", "--check", input: messy).code == 2)
    }
}
