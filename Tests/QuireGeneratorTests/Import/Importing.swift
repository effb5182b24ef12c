import Foundation
import QuireSchema
import Testing

@testable import QuireCommand

/// Imports the text of HALO's modules, in memory.
func imported(
    _ modules: String, path: String = "modules.json", selections: [String] = [], relations: [String] = []
) throws -> ImportedText {
    try imported(bytes: Array(modules.utf8), path: path, selections: selections, relations: relations)
}

/// Imports bytes that need not be text.
func imported(
    bytes: [UInt8], path: String = "m", selections: [String] = [], relations: [String] = []
) throws -> ImportedText {
    let command = HALOImport(
        documents: [JSONDocument(path: path, bytes: bytes)], selections: selections, relations: relations)
    do {
        let outcome = try command.run()
        return ImportedText(text: outcome.text, notes: outcome.notes, moduleCount: outcome.moduleCount)
    } catch {
        throw RefusedOptionsError(message: error.message)
    }
}

/// What an import wrote.
struct ImportedText {
    /// The schema. `nil` if there is nothing to write, for the reasons in `notes`.
    var text: String?
    var notes: [String]
    var moduleCount: Int
}

/// The error of options that the command refuses.
struct RefusedOptionsError: Error {
    var message: String
}

/// HALO's modules in its own JSON.
enum HALOFixture {
    /// One module with a field of each type, and others with unusual names, relations or nothing at all.
    static func modules() throws -> String {
        try String(
            contentsOf: Places.package.appending(
                path: "Tests/QuireGeneratorTests/Import/Fixtures/modules.json"),
            encoding: .utf8)
    }

    /// A module with fields, each given as HALO's name, its type's name, and the format's JSON.
    static func module(named name: String = "m", id: String = "1", _ fields: [(String, String, String)])
        -> String
    {
        let described = fields.map { field in
            """
            {"id":"f","name":\(quote(field.0)),"description":"","module":"\(id)","format":\(field.2),\
            "deletedAt":null,"fieldType":{"id":"","name":"\(field.1)","rules":[]}}
            """
        }
        return """
            {"id":"\(id)","name":\(quote(name)),"isSingle":false,"deletedAt":null,\
            "fields":[\(described.joined(separator: ","))]}
            """
    }

    static func quote(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

extension ImportedText {
    /// The written schema, parsed by another parser.
    func json() throws -> [String: Any] {
        let text = try #require(text, "nothing was written: \(notes)")
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The modules as dictionaries.
    func modules() throws -> [[String: Any]] {
        try #require(try json()["modules"] as? [[String: Any]])
    }

    /// The fields of a module by name, without their description.
    func fields(of index: Int = 0) throws -> [[String: Any]] {
        try #require(try modules()[index]["fields"] as? [[String: Any]])
    }

    /// A key's value in each module.
    func moduleTexts(_ key: String) throws -> [String?] { try modules().map { $0[key] as? String } }

    /// A key's value in each field of the first module.
    func fieldTexts(_ key: String) throws -> [String?] { try fields().map { $0[key] as? String } }

    /// The names of a module's fields, in order.
    func names(of index: Int = 0) throws -> [String] {
        try fields(of: index).compactMap { $0["name"] as? String }
    }

    /// The schema, which Quire must accept.
    func schema() throws -> Schema {
        let text = try #require(text, "nothing was written: \(notes)")
        let (schema, diagnostics) = readSchema(documents: [SchemaDocument(path: "imported", text: text)])
        return try #require(schema, "\(diagnostics)")
    }
}
