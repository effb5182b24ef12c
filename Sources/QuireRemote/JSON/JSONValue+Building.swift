import Foundation
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

extension JSONCursor {
    /// Calls the body with each requested member of the next object. Of two equal keys, the first is used.
    package mutating func eachFirstMember(
        of keys: FieldKeys, _ body: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        var seen: UInt64 = 0
        try eachMember(of: keys) { (key, json) throws(ValueDecodingError) in
            guard seen & 1 << UInt64(key) == 0 else { return try json.skipValue() }
            seen |= 1 << UInt64(key)
            try body(key, &json)
        }
    }

    /// Reads a response with a list of results, one for each search of a request.
    ///
    /// - Parameters:
    ///   - key: The list's key. Of two equal ones, the first is used.
    ///   - body: Receives the position of a result, and the cursor at it. Read or skip it.
    /// - Returns: Whether the response is an object with such a list.
    package static func eachResult(
        under key: String, in data: Data,
        _ body: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) -> Bool {
        try withBytes(of: data) { (json) throws(ValueDecodingError) in
            var (isRead, hasList) = (false, false)
            if json.isAtObject() {
                try json.eachMember { (name, json) throws(ValueDecodingError) in
                    guard name == key, !isRead else { return try json.skipValue() }
                    isRead = true
                    guard json.isAtArray() else { return try json.skipValue() }
                    hasList = true
                    var position = 0
                    try json.eachElement { (json) throws(ValueDecodingError) in
                        try body(position, &json)
                        position += 1
                    }
                }
            } else {
                try json.skipValue()
            }
            try json.expectEnd()
            return hasList
        }
    }
}

extension Data {
    /// The bytes at a place that a cursor has passed.
    package func bytes(at place: Range<Int>) -> Data {
        self[startIndex + place.lowerBound..<startIndex + place.upperBound]
    }

    /// The JSON at a place; `nil` if there is none.
    package func json(at place: Range<Int>) -> JSONValue? {
        place.isEmpty ? nil : try? JSONValue(parsing: bytes(at: place))
    }
}

extension String {
    /// The text without secrets.
    package func hiding(_ secrets: [String]) -> String {
        secrets.reduce(self) { $1.isEmpty ? $0 : $0.replacingOccurrences(of: $1, with: "…") }
    }
}
