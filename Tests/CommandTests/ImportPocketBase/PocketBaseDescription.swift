import Foundation
import QuireSchema
import Testing

@testable import QuireCommand

/// An import of PocketBase's collections in memory.
struct PocketBaseDescription {
    let outcome: WrittenSchema

    init(_ texts: String..., modules: [String] = []) throws {
        let documents = texts.enumerated().map { index, text in
            JSONDocument(path: "\(index + 1).json", bytes: Array(text.utf8))
        }
        let imported = try PocketBaseImport(documents: documents, selected: modules).run()
        outcome = WrittenSchema(text: imported.text, notes: imported.notes)
    }

    /// A collection `m` with fields, beside a collection `authors` with the id `a1`.
    init(fields: String, type: String = "base", settings: String = "") throws {
        try self.init(
            Self.collections(fields: fields, type: type, settings: settings), modules: ["m,authors"])
    }

    static func collections(fields: String, type: String = "base", settings: String = "") -> String {
        """
        [{"id":"m1","name":"m","type":"\(type)","fields":[\(fields)]\(settings)},
         {"id":"a1","name":"authors","type":"base","fields":[{"name":"name","type":"text"}]},
         {"id":"s1","name":"_superusers","type":"auth","system":true,"fields":[]}]
        """
    }

    /// The notes as one text.
    var notes: String { outcome.notes.joined(separator: "\n") }

    /// The schema, read by another parser.
    func modules() throws -> [[String: Any]] {
        let text = try #require(outcome.text, "\(notes)")
        let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(root?["modules"] as? [[String: Any]])
    }

    func module(_ name: String = "m") throws -> [String: Any] {
        try #require(try modules().first { $0["name"] as? String == name }, "\(notes)")
    }

    func fields(of name: String = "m") throws -> [[String: Any]] {
        try #require(try module(name)["fields"] as? [[String: Any]])
    }

    /// The first field of `m` as JSON with sorted keys, without its name.
    func field() throws -> String {
        var field = try #require(try fields().first, "\(notes)")
        field["name"] = nil
        return try Self.canonical(field)
    }

    /// JSON with sorted keys.
    static func canonical(_ json: String) throws -> String {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return try canonical(try #require(value))
    }

    private static func canonical(_ value: [String: Any]) throws -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return String(
            decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
    }
}
