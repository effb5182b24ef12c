import QuireCore

extension JSONValue {
    /// Creates an object from a few members.
    ///
    /// ```swift
    /// let body = JSONValue.of(["offset": .integer(0), "limit": .integer(20)])
    /// ```
    public static func of(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member($0.key, $0.value) })
    }

    package static func texts(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }

    /// An integer.
    public static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

    package static let empty = JSONValue.object([])
}

extension JSONValue {
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it is a whole one that fits.
    public var int: Int? {
        switch self {
        case .integer(let number): Int(exactly: number)
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The elements of an array.
    public var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var isTrue: Bool { self == .boolean(true) }
}
