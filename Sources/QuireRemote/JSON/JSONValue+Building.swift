import QuireCore

extension JSONValue {
    /// Creates an object from a few members.
    package static func of(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member($0.key, $0.value) })
    }

    package static func texts(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }

    package static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

    package static let empty = JSONValue.object([])
}

extension JSONValue {
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var int: Int? {
        switch self {
        case .integer(let number): Int(exactly: number)
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var isTrue: Bool { self == .boolean(true) }
}
