import Foundation
import QuireSchema

/// Finds the schemas that `$ref` names.
///
/// Dictionaries of members are kept, so that a hundred thousand references to as many definitions take linear time.
final class SchemaReferences {
    private let documents: [JSONDocument]
    private var members: [Key: [String: JSONValue]] = [:]
    private var targets: [String: JSONValue?] = [:]

    /// A value of one of the documents.
    struct Key: Hashable {
        var document: String
        var position: Int
    }

    init(_ documents: [JSONDocument]) { self.documents = documents }

    func key(_ value: JSONValue) -> Key { Key(document: value.path, position: value.position) }

    /// The value of a key in an object.
    func value(_ name: String, in object: JSONValue) -> JSONValue? {
        guard object.kind == .object else { return nil }
        let key = key(object)
        if let table = members[key] { return table[name] }
        var table: [String: JSONValue] = [:]
        for (name, value) in object.members where table[name] == nil { table[name] = value }
        members[key] = table
        return table[name]
    }

    /// The schema that a reference names: `#/$defs/author`, `author.json`, `author.json#/$defs/name`.
    func target(of reference: String, from value: JSONValue) -> JSONValue? {
        let key = value.path + "\u{0}" + reference
        if let target = targets[key] { return target }
        let target = find(reference, from: value)
        targets[key] = .some(target)
        return target
    }

    private func find(_ reference: String, from value: JSONValue) -> JSONValue? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = String(parts[0])
        guard let document = file.isEmpty ? self.document(at: value.path) : self.document(named: file) else {
            return nil
        }
        let pointer = parts.count > 1 ? String(parts[1]) : ""
        if pointer.isEmpty { return document.root }
        guard pointer.hasPrefix("/"), let plain = pointer.removingPercentEncoding else { return nil }
        var place = document.root
        for step in plain.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
            switch place.kind {
            case .object:
                guard let next = self.value(name, in: place) else { return nil }
                place = next
            case .array:
                let elements = place.elements
                guard let index = Int(name), elements.indices.contains(index) else { return nil }
                place = elements[index]
            default: return nil
            }
        }
        return place
    }

    private func document(at path: String) -> JSONDocument? { documents.first { $0.path == path } }

    /// A document by its `$id`, or by the last part of its path.
    private func document(named name: String) -> JSONDocument? {
        if let document = documents.first(where: { $0.root.value(of: "$id")?.string == name }) {
            return document
        }
        func last(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
        return documents.first { last($0.path) == last(name) && !last(name).isEmpty }
    }
}
