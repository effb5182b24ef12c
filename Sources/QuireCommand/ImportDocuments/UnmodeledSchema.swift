import QuireSchema
import QuireToolbox

/// A named schema that is no object with properties, so that it cannot become a module.
struct UnmodeledSchema {
    var name: String
    var schema: JSONValue

    /// What it is instead: `one of 'Cat', 'Dog'`.
    var kind: String {
        for keyword in ["oneOf", "anyOf"] {
            guard let variants = schema.value(of: keyword)?.elements, !variants.isEmpty else { continue }
            let names = variants.compactMap { $0.value(of: "$ref")?.string?.split(separator: "/").last }
            if names.count < variants.count { return "one of \(variants.count) variants" }
            return "one of " + names.prefix(3).map { quoted(String($0)) }.joined(separator: ", ")
                + (names.count > 3 ? " and others" : "")
        }
        if let target = schema.value(of: "$ref")?.string {
            return "another name of " + quoted(target.split(separator: "/").last.map(String.init) ?? target)
        }
        if schema.kind != .object { return "no JSON object" }
        if schema.value(of: "enum") != nil || schema.value(of: "const") != nil { return "a list of values" }
        switch schema.value(of: "type")?.string {
        case "array": return "a list"
        case "object": return "without named properties"
        case let type?: return "of type \(PlainText.oneLine(type))"
        case nil:
            return schema.value(of: "additionalProperties") == nil
                ? "without a type" : "without named properties"
        }
    }

    /// One warning for all of them.
    static func report(_ schemas: [UnmodeledSchema], to notes: inout ImportNotes) {
        guard let first = schemas.first else { return }
        notes.warn(
            "schemas that are no objects with properties have no modules: "
                + NameList.text(schemas.map { "\(quoted($0.name)) (\($0.kind))" }),
            at: first.schema.location)
    }
}

/// A list of names in a message.
enum NameList {
    /// The maximum number of names in a message.
    private static let most = 20

    /// `'a', 'b'`, or the first twenty `and 12 more`.
    static func text(_ names: [String]) -> String {
        let list = names.prefix(most).joined(separator: ", ")
        return names.count > most ? "\(list) and \(names.count - most) more" : list
    }
}
