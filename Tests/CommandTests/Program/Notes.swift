import Foundation
import Quire
import QuireExplorer
import QuireSchema
import Testing

/// A module of notes, as a schema and as the lines of a file.
enum Notes {
    static let schema = """
        { "quire": 1, "modules": [ { "name": "notes", "fields": [
            { "name": "title", "type": "text", "required": true, "sortable": true, "searchable": true },
            { "name": "number", "type": "integer", "sortable": true },
            { "name": "share", "type": "number", "sortable": true },
            { "name": "done", "type": "boolean" },
            { "name": "mood", "type": "choice", "values": ["calm", "wild"], "sortable": true,
              "facet": "disjunctive" },
            { "name": "tags", "type": "list", "of": { "type": "text" }, "facet": "conjunctive" },
            { "name": "counts", "type": "list", "of": { "type": "integer" } },
            { "name": "day", "type": "date", "format": "dateOnly", "sortable": true },
            { "name": "at", "type": "dateTime", "sortable": true },
            { "name": "place", "type": "geopoint" },
            { "name": "names", "type": "localizedText" },
            { "name": "part", "type": "object", "fields": [ { "name": "x", "type": "integer" } ] },
            { "name": "any", "type": "json" },
            { "name": "next", "type": "relation", "module": "notes" },
            { "name": "others", "type": "relations", "module": "notes" }
        ] } ] }
        """

    /// The module as the commands read it.
    static func module() throws -> ModuleDescriptor {
        let document = SchemaDocument(path: "notes.json", text: schema)
        let described = try readSchema(documents: [document]).schema.map { try DescribedSchema($0) }
        guard let module = described?.descriptors.first else { throw CocoaError(.fileReadCorruptFile) }
        return module
    }

    static func line(_ number: Int, revision: Int = 0) -> String {
        let mood = ["\"calm\"", "\"wild\"", "null"][number % 3]
        return
            #"{"id":"note \#(number)","name":"N","values":{"title":"Title \#(number) of \#(revision)","number":\#(number),"#
            + #""mood":\#(mood),"tags":["t\#(number % 7)","é"],"at":\#(1_700_000_000_000 + number)},"updatedAt":\#(number)}"#
    }

    static func text(_ count: Int, revision: Int = 0) -> String {
        (0..<count).map { line($0, revision: revision) }.joined(separator: "\n") + "\n"
    }
}

extension BuiltCommand {
    /// A command whose folder contains a store `s.sqlite` with a hundred notes, and their schema in `notes.json`.
    static func withNotes(_ body: (BuiltCommand) async throws -> Void) async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        try command.write(Notes.schema, to: "notes.json")
        try command.write(Notes.text(100), to: "notes.ndjson")
        let load = try await command.run(
            "load", "--schema", "notes.json", "--store", "s.sqlite", "notes.ndjson")
        #expect(load.code == 0, "\(load.errors)")
        try await body(command)
    }
}
