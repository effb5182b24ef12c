import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// What the column `q_meta` holds: the metadata that PocketBase does not have, and values that the module does not declare.
///
/// ```json
/// {"name":"=Emma","publishedAt":1419769800123,"tags":[{"name":"new"}],"t":"…","values":{"extra":1}}
/// ```
/// Texts begin with `=`, because PocketBase does not tell an empty one from none. Dates are milliseconds. `t` has the
/// tags for filters, `more` the members that no filter can test, `values` the undeclared values, and `whole` the JSON in
/// place of the values if it is not an object.
struct StoredMetadata {
    /// The metadata.
    private(set) var members: [JSONValue.Member] = []
    private(set) var undeclared: [JSONValue.Member] = []
    /// The JSON in place of the values, if it is not an object.
    private(set) var whole: JSONValue?

    /// Reads the column. Anything that is not an object has no parts.
    init(column: JSONValue?) {
        var others: [JSONValue.Member] = []
        for member in column?.members ?? [] {
            switch (member.name, member.value) {
            case ("t", _): break
            case ("more", .object(let more)): others += more
            case ("values", .object(let values)): undeclared += values
            case ("whole", let value): whole = value
            case (_, .string(let text)) where text.utf8.first == UInt8(ascii: "="):
                members.append(.init(member.name, .string(String(Substring(text.utf8.dropFirst())))))
            default: members.append(member)
            }
        }
        members += others
    }

    /// The column for an instance: null if the instance has nothing for it.
    static func column(for instance: JSONValue, of layout: CollectionLayout) -> JSONValue {
        var parts: [JSONValue.Member] = []
        var others: [JSONValue.Member] = []
        for member in instance.members ?? [] where member.value != .null {
            switch (member.name, member.value) {
            case ("id", _), ("createdAt", _), ("updatedAt", _), ("values", .object): break
            case ("values", let value): parts.append(.init("whole", value))
            case ("tags", .array(let tags)):
                guard !tags.isEmpty else { break }
                parts.append(member)
                let keys = instance.instanceTags.map { key(name: $0.name, value: $0.value) }
                parts.append(.init("t", .string(SearchedText.joined(keys))))
            default:
                if let stored = stored(member) {
                    parts.append(.init(member.name, stored))
                } else {
                    others.append(member)
                }
            }
        }
        if !others.isEmpty { parts.append(.init("more", .object(others))) }
        let undeclared = (instance.member("values")?.members ?? []).filter {
            layout.module.value($0.name) == nil
        }
        if !undeclared.isEmpty { parts.append(.init("values", .object(undeclared))) }
        return parts.isEmpty ? .null : .object(parts)
    }

    /// A member so that filters can test it; `nil` if they cannot.
    private static func stored(_ member: JSONValue.Member) -> JSONValue? {
        guard let field = FieldTable.metadata[exactly: member.name] else { return nil }
        switch EvaluatedValue.values(in: member.value, of: field.kind).first {
        case .text(let text)?: return .string("=" + text)
        case .integer(let integer)? where ColumnText.isExact(integer): return .integer(integer)
        default: return nil
        }
    }

    /// A text that is different for each tag.
    static func key(name: String, value: String?) -> String {
        SearchedText.exact("\(name.utf8.count):\(name)\(value.map { "=" + $0 } ?? "")")
    }
}
