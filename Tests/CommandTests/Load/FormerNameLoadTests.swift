#if SQLite
import Foundation
import QuireCore
import Testing

@Suite("quire load reads values under former names", .timeLimit(.minutes(30)))
struct FormerNameLoadTests {
    private static let schema = """
        {"quire": 1, "modules": [{"name": "novels", "was": ["books"], "fields": [
          {"name": "title", "type": "text", "required": true},
          {"name": "pageCount", "was": ["pages", "page_count"], "type": "integer"},
          {"name": "labels", "was": ["tags"], "type": "list", "of": "integer"},
          {"name": "releasedOn", "was": ["released"], "type": "date", "format": "dateOnly"},
          {"name": "tongue", "was": ["language"], "type": "choice", "closed": true, "values": [{"name": "english", "was": ["eng"]}]},
          {"name": "extent", "was": ["size"], "type": "object", "fields": [{"name": "width", "was": ["w"], "type": "number", "required": true}]}]}]}
        """

    private static func command(_ name: String, _ text: String) throws -> BuiltCommand {
        let command = try BuiltCommand()
        try command.write(schema, to: "schema.json")
        try command.write(text, to: name)
        return command
    }

    private func load(_ name: String, _ command: BuiltCommand, _ options: String...) async throws
        -> BuiltCommand.Run
    {
        try await command.run(["load", "--schema", "schema.json", "--store", "s.sqlite"] + options + [name])
    }

    private func values(_ command: BuiltCommand) async throws -> [JSONValue?] {
        let run = try await command.run(
            "query", "--schema", "schema.json", "--store", "s.sqlite", "--module", "novels", "--all",
            "--sort", "title",
            "--format", "ndjson")
        #expect(run.code == 0, "\(run.errors)")
        return try run.lines.map { try JSONValue(parsing: Data($0.utf8)).member("values") }
    }

    @Test(
        "Every form is converted like under the current names, and a file is named after its module's former name",
        arguments: [
            (
                "books.json",
                #"[{"id": 1, "title": "A", "pages": "10", "tags": "7", "released": "2024-02-29", "language": "eng", "size": {"w": "1.5"}}]"#
            ),
            (
                "books.ndjson",
                #"{"id": 1, "title": "A", "page_count": 10.0, "tags": [7], "released": "29 Feb 2024", "language": "eng", "size": {"w": 1.5}}"#
            ),
            (
                "books.csv",
                "id,title,pages,tags,released,language,size\n1,A,10,7,2024-02-29,eng,\"{\"\"w\"\":1.5}\"\n"
            ),
            (
                "novels.ndjson",
                #"{"id": "1", "values": {"title": "A", "pages": 10, "tags": [7], "released": "2024-02-29", "language": "eng", "size": {"w": 1.5}}}"#
            ),
        ])
    func forms(name: String, text: String) async throws {
        let command = try Self.command(name, text)
        defer { command.remove() }
        let run = try await load(name, command)
        #expect(run.code == 0 && run.errors == "", "\(run.errors)")
        let expected =
            #"{"title":"A","pageCount":10,"labels":[7],"releasedOn":"2024-02-29","tongue":"english","extent":{"width":1.5}}"#
        #expect(try await values(command) == [try JSONValue(parsing: Data(expected.utf8))])
    }

    @Test("A value that does not fit is an error that names the line and the current field")
    func checked() async throws {
        let command = try Self.command("books.csv", "id,title,pages\n1,A,10\n2,B,ten\n")
        defer { command.remove() }
        let run = try await load("books.csv", command)
        #expect(
            run.code == 1 && run.errors.contains("books.csv:3:1: error: values.pageCount: expected"),
            "\(run.errors)")
        #expect(run.output.contains("1 item of novels loaded"), "\(run.output)")
    }

    @Test("Two different values of a field skip the item; an empty or an equal one does not")
    func twice() async throws {
        let command = try Self.command(
            "books.csv",
            "id,title,pages,pageCount,page_count\n1,A,10,,\n2,B,,20,\n3,C,30,30,30\n4,D,40,41,\n5,E,50,,51\n6,F,,,\n"
        )
        defer { command.remove() }
        let run = try await load("books.csv", command)
        #expect(run.code == 1)
        #expect(
            run.errors.contains(
                "books.csv:5:1: error: 'pages' and 'pageCount' have different values, and 'pages' is a former name of "
                    + "'pageCount': remove one of them"), "\(run.errors)")
        #expect(
            run.errors.contains("books.csv:6:1: error: 'page_count' and 'pages' have different values"),
            "\(run.errors)")
        let found = try await values(command).map { $0?.member("pageCount") }
        #expect(found == [.integer(10), .integer(20), .integer(30), nil])
    }

    @Test("Lists in cells are split as under the current name")
    func separators() async throws {
        let command = try Self.command("novels.csv", "id,title,tags\n1,A,1;2\n2,B,3\n")
        defer { command.remove() }
        #expect(try await load("novels.csv", command).code == 0)
        let found = try await values(command).map { $0?.member("labels") }
        #expect(found == [.array([.integer(1), .integer(2)]), .array([.integer(3)])])
    }

    @Test("A line for a cluster is checked under the current names")
    func cluster() throws {
        let module = ModuleDescriptor(
            #"{"name": "novels", "fields": [{"name": "pageCount", "was": ["pages"], "type": "integer", "required": true}]}"#
        )
        func instance(_ line: String) throws -> JSONValue {
            try ClusterLines.instance(line, of: module, requiresFields: true)
        }
        let found = try instance(#"{"id":"1","values":{"pages":10}}"#)
        #expect(found.member("values") == .object([.init("pageCount", .integer(10))]))
        #expect(throws: ContentDecodingError.self) { try instance(#"{"id":"1","values":{"pages":"ten"}}"#) }
    }
}
#endif
