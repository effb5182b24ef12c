import QuireCore
import QuireRemote

/// A document in a response.
struct Document: Sendable {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// The exact key of the item's id.
    var key: String { text(DocumentField.id) ?? ExactKey.text(json.instanceID) }

    func text(_ name: String) -> String? { json.member(name)?.string }

    func integer(_ name: String) -> Int64? {
        if case .integer(let number)? = json.member(name) { number } else { nil }
    }

    /// The names of its members, apart from what is derived from them.
    var plainNames: [String] {
        (json.members ?? []).map(\.name).filter { $0 != "id" && !$0.hasPrefix(DocumentField.derived) }
    }
}

extension JSONValue {
    /// The value with the members of all objects in the order of their names, as the server returns it.
    var sortedByName: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sortedByName))
        case .object(let members):
            .object(
                members.map { .init($0.name, $0.value.sortedByName) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        default: self
        }
    }
}
