import QuireCore

/// A tag of an instance, for segments.
package struct InstanceTag: Sendable {
    package let name: String
    package let value: String?
}

extension JSONValue {
    /// The tags of an instance. A tag without a name, or with a value that is not a text, never matches a segment.
    package var instanceTags: [InstanceTag] {
        (member("tags")?.elements ?? []).compactMap { tag in
            guard let name = tag.member("name")?.string else { return nil }
            switch tag.member("value") {
            case nil, .null?: return InstanceTag(name: name, value: nil)
            case .string(let value)?: return InstanceTag(name: name, value: value)
            default: return nil
            }
        }
    }
}
