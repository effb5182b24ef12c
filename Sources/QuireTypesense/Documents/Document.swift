import QuireCluster
import QuireCore

/// A document in a response.
struct Document: Sendable {
    let members: [String: JSONValue]

    init(_ json: JSONValue) {
        var members: [String: JSONValue] = [:]
        if case .object(let list) = json {
            for member in list { members[member.name] = member.value }
        }
        self.members = members
    }

    /// The document's own id, which is the key of the instance's id.
    var key: String { text("id") ?? "" }

    func text(_ name: String) -> String? {
        if case .string(let text)? = members[name] { text } else { nil }
    }

    func integer(_ name: String) -> Int64? {
        if case .integer(let number)? = members[name] { number } else { nil }
    }

    /// The stored instance; `nil` if this engine did not write the document.
    var stored: StoredInstance? {
        guard let metadata = text(DocumentField.metadata), metadata.utf8.first == UInt8(ascii: "{") else {
            return nil
        }
        var values: [String: String] = [:]
        for (name, value) in members where name.hasPrefix("d_") {
            if case .string(let text) = value { values[String(name.dropFirst(2))] = text }
        }
        return StoredInstance(metadata: metadata, values: values, rest: text(DocumentField.rest))
    }
}
