import QuireCore
import QuireEngine

/// A metadata property that documents show under its own name.
struct DocumentMetadata: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case text, integer, date, tags
        /// Any JSON value.
        case any
    }

    let name: String
    let kind: Kind
    /// What begins the property in an object after other members, as JSON: `,"name":`.
    let beginning: [UInt8]

    private init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
        beginning = Array(",\(JSONValue.string(name)):".utf8)
    }

    /// All metadata beside the id.
    static let all: [DocumentMetadata] =
        FieldTable.metadata.fields.filter { $0.name != "id" }.map { field in
            switch field.kind {
            case .integer: DocumentMetadata(name: field.name, kind: .integer)
            case .dateTime: DocumentMetadata(name: field.name, kind: .date)
            default: DocumentMetadata(name: field.name, kind: .text)
            }
        } + [
            DocumentMetadata(name: "externalId", kind: .any), DocumentMetadata(name: "tags", kind: .tags),
            DocumentMetadata(name: "pushSchedule", kind: .any),
        ]

    /// Whether the value can be read back as it is.
    func holds(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (_, .null), (.any, _), (.text, .string), (.integer, .integer), (.date, .integer): true
        case (.tags, .array(let tags)):
            tags.allSatisfy { if case .object = $0 { true } else { false } }
        default: false
        }
    }

    /// The metadata in a value that may come from another program: dates may be texts. `nil` if it is something else.
    func value(of value: JSONValue) -> JSONValue? {
        if holds(value) { return value }
        guard kind == .date, case .string = value,
            case .integer(let milliseconds)? = EvaluatedValue.values(in: value, of: .dateTime(.rfc3339)).first
        else { return nil }
        return .integer(milliseconds)
    }
}

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
