import Foundation
import QuireCore
import QuireEngine

/// An instance as a search cluster stores it: as JSON texts, so that the engine's own JSON parsing changes nothing, and
/// with one text per value, so that a response can be limited to the requested fields.
package struct StoredInstance: Sendable, Hashable {
    /// The instance without its values: id, name, dates, tags, unknown keys.
    package var metadata: String
    /// The existing values of the module's fields, by physical name.
    package var values: [String: String]
    /// The values under unknown keys as an object, or the JSON in place of the values if it is not an object.
    package var rest: String?

    package init(metadata: String, values: [String: String], rest: String?) {
        self.metadata = metadata
        self.values = values
        self.rest = rest
    }

    /// Content from before a rename is stored under the current names.
    package init(_ instance: JSONValue, of module: IndexedModule) {
        let instance = module.module.underCurrentNames(instance)
        metadata = instance.removing("values").text
        values = [:]
        let object = instance.member("values") ?? .object([])
        guard case .object(let members) = object else {
            rest = object.text
            return
        }
        var unknown: [JSONValue.Member] = []
        for member in members {
            if let field = module.value(member.name) {
                // As in the decoder, the first of several equal keys counts.
                if values[field.physicalName] == nil { values[field.physicalName] = member.value.text }
            } else {
                unknown.append(member)
            }
        }
        rest = unknown.isEmpty ? nil : JSONValue.object(unknown).text
    }

    /// Restores the complete instance. It does not depend on the module's current fields, because the names encode
    /// the keys.
    package func instance() throws(ValueDecodingError) -> JSONValue {
        var members: [JSONValue.Member] = []
        if let rest {
            guard case .object(let unknown) = try JSONValue(parsing: Data(rest.utf8)) else {
                return try JSONValue(parsing: Data(metadata.utf8))
                    .setting("values", try JSONValue(parsing: Data(rest.utf8)))
            }
            members = unknown
        }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let name = IndexedField.valueName(physicalName: name) else { continue }
            members.append(.init(name, try JSONValue(parsing: Data(value.utf8))))
        }
        return try JSONValue(parsing: Data(metadata.utf8)).setting("values", .object(members))
    }
}

extension IndexedField {
    /// The wire name of a value's physical name, or `nil` if it is not the name of a value.
    package static func valueName(physicalName: String) -> String? {
        if physicalName.hasPrefix("v_") { return String(physicalName.dropFirst(2)) }
        guard physicalName.hasPrefix("vx_") else { return nil }
        let digits = Array(physicalName.utf8.dropFirst(3))
        guard digits.count % 2 == 0 else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
        guard bytes.count == digits.count / 2 else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// The value as compact JSON text.
    fileprivate var text: String {
        var json = JSONWriter()
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
