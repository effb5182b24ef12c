import QuireCore

/// A part of a value that generated code cannot read: with it, every fetch of the item would throw.
package struct UnreadableValue: Sendable, Hashable {
    /// The path of the part: `address.city`, `parts[2].size`.
    package private(set) var path: String
    package let expected: String
    /// `nil` if the part is missing.
    package let value: JSONValue?

    /// The part of an outer value. Values without such a part need no path.
    fileprivate func within(_ outer: String) -> UnreadableValue {
        var part = self
        part.path = outer + path
        return part
    }
}

extension FieldDescriptor {
    /// Returns the first part of a value that generated code cannot read, or `nil`.
    ///
    /// Null is no value, which only `isRequired` forbids.
    package func unreadablePart(of value: JSONValue, at path: String) -> UnreadableValue? {
        unreadablePart(of: value)?.within(path)
    }

    fileprivate func unreadablePart(of value: JSONValue) -> UnreadableValue? {
        value == .null ? nil : kind.unreadablePart(of: value, closedValues)
    }

    /// The tags of an item's metadata.
    package static let tags = FieldDescriptor(name: "tags", kind: .list(.object(Tag.table)))
}

extension FieldKind {
    /// Whether a value of the right JSON type may have parts that cannot be read.
    package var hasParts: Bool {
        switch innermost {
        case .object, .localizedText: true
        default: false
        }
    }

    /// The path is relative to the value.
    fileprivate func unreadablePart(of value: JSONValue, _ closedValues: [String]?) -> UnreadableValue? {
        if let element = listElement {
            guard case .array(let elements) = value else {
                return UnreadableValue(path: "", expected: "a list", value: value)
            }
            for (index, inner) in elements.enumerated() {
                let part = element.unreadablePart(of: inner, closedValues)
                if let part { return part.within("[\(index)]") }
            }
            return nil
        }
        switch (self, value) {
        case (.json, _): return nil
        case (.object(let table), .object): return table.unreadablePart(of: value)
        case (.localizedText, .object(let texts)):
            let other = texts.first {
                if case .string = $0.value { false } else { $0.value != .null }
            }
            return other.map {
                UnreadableValue(path: ".\($0.name)", expected: "a string", value: $0.value)
            }
        case (.choice, .string(let text)):
            guard let closedValues, !closedValues.contains(text) else { return nil }
            let choices = closedValues.prefix(12).map { "\"\($0.shortened)\"" }.joined(separator: ", ")
            return UnreadableValue(
                path: "",
                expected: "one of the schema's choices \(choices)\(closedValues.count > 12 ? ", …" : "")",
                value: value)
        default:
            guard EvaluatedValue.values(in: value, of: self).isEmpty else { return nil }
            return UnreadableValue(path: "", expected: "\(expectation)", value: value)
        }
    }
}

extension FieldTable {
    fileprivate func unreadablePart(of object: JSONValue) -> UnreadableValue? {
        for field in fields {
            let value = object.member(field.name) ?? .null
            // A missing list is empty.
            if value == .null, field.isRequired, field.kind.listElement == nil {
                return UnreadableValue(
                    path: ".\(field.name)", expected: "a value, because the field is required", value: nil)
            }
            if let part = field.unreadablePart(of: value) { return part.within(".\(field.name)") }
        }
        return nil
    }
}
