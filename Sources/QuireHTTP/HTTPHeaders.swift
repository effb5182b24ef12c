import QuireToolbox

/// The header fields of a request or response: ordered, with case-insensitive names.
///
/// Printing never shows a value that may be secret. See `isPublic(_:)`.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, Sequence {
    /// A header field.
    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String
    }

    private(set) var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The first value with a name. Setting replaces all values with that name, and `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            let position = fields.firstIndex { Self.same($0.name, name) }
            guard let position else {
                if let newValue { fields.append(Field(name: name, value: newValue)) }
                return
            }
            guard let newValue else { return fields.removeAll { Self.same($0.name, name) } }
            fields[position].value = newValue
            var seen = false
            fields.removeAll {
                guard Self.same($0.name, name) else { return false }
                defer { seen = true }
                return seen
            }
        }
    }

    /// Adds a value and keeps the existing ones.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    public func makeIterator() -> Array<Field>.Iterator { fields.makeIterator() }

    /// Whether there are no fields.
    public var isEmpty: Bool { fields.isEmpty }

    /// Whether the value of a header may be printed. This is an allowlist, because a blocklist is never complete.
    public static func isPublic(_ name: String) -> Bool { publicNames.contains(name.lowercased()) }

    private static let publicNames: Set<String> = [
        "accept", "accept-encoding", "accept-language", "age", "cache-control", "connection",
        "content-encoding",
        "content-length", "content-type", "date", "etag", "expires", "last-modified", "retry-after", "server",
        "to-cache", "transfer-encoding", "user-agent", "vary", "x-request-id",
    ]

    /// Compares ASCII letters case-insensitively. Header names are ASCII.
    private static func same(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        guard left.count == right.count else { return false }
        return zip(left, right).allSatisfy {
            $0 == $1 || ($0 ^ $1 == 32 && ($0 | 32) >= 97 && ($0 | 32) <= 122)
        }
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// One `name: value` per line, with invisible characters escaped. Values that may be secret are replaced by `<redacted>`.
    public var description: String {
        fields.map(\.description).joined(separator: "\n")
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["fields": description]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name and the value on one line, with invisible characters escaped. A value that may be secret is hidden.
    public var description: String {
        PlainText.oneLine("\(name): \(HTTPHeaders.isPublic(name) ? value : "<redacted>")")
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
