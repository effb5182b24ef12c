import Foundation
import QuireCore

/// What a document has under `q_rest`, as JSON: `{"metadata":{…},"values":{…}}`, or a text with that.
///
/// Its parts are copied without being parsed, because many documents have some.
struct HiddenParts {
    /// The members of the metadata, without the braces. `nil` if there are none.
    let metadata: UnsafeBufferPointer<UInt8>?
    /// The values: an object, if they can be read.
    private let values: UnsafeBufferPointer<UInt8>?

    private static let keys = FieldKeys(names: ["metadata", "values"])

    private init(_ json: UnsafeRawBufferPointer) {
        // A text that is no JSON hides nothing.
        let places = try? JSONCursor.withCursor(over: json) { (json) throws(ValueDecodingError) in
            var (metadata, values) = (0..<0, 0..<0)
            guard json.isAtObject() else { return (metadata, values) }
            try json.eachFirstMember(of: Self.keys) { (key, json) throws(ValueDecodingError) in
                let isObject = json.isAtObject()
                let start = json.offset
                try json.skipValue()
                switch key {
                case 0: if isObject { metadata = start + 1..<json.offset - 1 }
                default: values = start..<json.offset
                }
            }
            try json.expectEnd()
            return (metadata, values)
        }
        let bytes = json.bindMemory(to: UInt8.self)
        let metadata = bytes[places?.0 ?? 0..<0]
        self.metadata =
            metadata.allSatisfy(Self.isSpace) ? nil : UnsafeBufferPointer(rebasing: metadata)
        values = (places?.1).flatMap { $0.isEmpty ? nil : UnsafeBufferPointer(rebasing: bytes[$0]) }
    }

    private init() { (metadata, values) = (nil, nil) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

    /// Calls the body with the parts at a place of a response. They are valid during the call.
    static func withParts(
        at place: Range<Int>, in response: UnsafeBufferPointer<UInt8>, _ body: (HiddenParts) -> Void
    ) {
        if place.isEmpty { return body(HiddenParts()) }
        let json = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: response[place]))
        if json.first == UInt8(ascii: "\""),
            var text = try? JSONCursor.withCursor(
                over: json, { (json) throws(ValueDecodingError) in try json.string() })
        {
            text.withUTF8 { body(HiddenParts(UnsafeRawBufferPointer($0))) }
        } else {
            body(HiddenParts(json))
        }
    }

    /// Calls the body with the name and the JSON of each value.
    ///
    /// - Returns: Whether the values are members of an object, or there are none.
    func eachValue(_ body: (String, UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        guard let values else { return true }
        return JSONCursor.withCursor(over: UnsafeRawBufferPointer(values)) { json in
            guard json.isAtObject() else { return false }
            // They have been read before.
            try? json.eachMember { (name, json) throws(ValueDecodingError) in
                _ = json.peek()
                let start = json.offset
                try json.skipValue()
                body(name, UnsafeBufferPointer(rebasing: values[start..<json.offset]))
            }
            return true
        }
    }
}
