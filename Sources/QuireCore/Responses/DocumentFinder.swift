import Foundation

/// Finds the instances in a search cluster's documents. Each value of an instance is a text that contains JSON.
///
/// ```text
/// {"m":"{\"id\":\"1\",\"name\":\"emma\"}","v_title":"\"Emma\"","v_age":"12","v_words":"\"\\\"so\\\"\""}
/// ```
/// Numbers and most texts are left where they are. What has more escapes is written without them.
package struct DocumentFinder {
    /// The positions of the parts among the keys: the instance without its values, the values in the order of the fields,
    /// and the values under unknown keys.
    private let keys: FieldKeys
    private let values: FoundValues
    /// Which parts are returned.
    private let isShown: [Bool]
    /// Changes a written value from a position on.
    private let adapting: [Adapting?]
    /// Whether a part that is not a text is an error. Otherwise, it counts as missing.
    private let requiresTexts: Bool

    package typealias Adapting = @Sendable (inout JoinedBytes, Int) -> Void

    // The state of the current document.
    private var envelope = 0..<0
    private var hasRest = false

    /// - Parameters:
    ///   - keys: The keys of the parts, then others.
    ///   - values: Receives the values.
    ///   - isShown: For each part, whether it is returned.
    ///   - adapting: For each part, how its value is changed; `nil` if it is not. Empty if no value is changed.
    ///   - requiresTexts: Whether a part that is not a text is an error. Otherwise, it counts as missing.
    package init(
        _ keys: FieldKeys, _ values: FoundValues, isShown: [Bool], adapting: [Adapting?], requiresTexts: Bool
    ) {
        self.keys = keys
        self.values = values
        self.isShown = isShown
        self.adapting = adapting
        self.requiresTexts = requiresTexts
    }

    /// Reads the next object.
    ///
    /// - Parameter other: Receives the position of one of the other keys, and the cursor at its value. Read or skip it.
    /// - Returns: The instance, or `nil` if the object does not contain one.
    package mutating func instance(
        of json: inout JSONCursor,
        other: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) -> StoredSlice? {
        values.begin()
        envelope = 0..<0
        hasRest = false
        _ = json.peek()
        let start = json.offset
        let count = isShown.count
        try json.eachMember(of: keys) { (part, json) throws(ValueDecodingError) in
            if part < count {
                try take(part, of: count, from: &json)
            } else {
                try other(part &- count, &json)
            }
        }
        guard !envelope.isEmpty, values.written[envelope.lowerBound] == UInt8(ascii: "{") else { return nil }
        return values.finish(envelope: hasRest ? nil : envelope, record: start..<json.offset)
    }

    @inline(__always)
    private mutating func take(_ part: Int, of count: Int, from json: inout JSONCursor)
        throws(ValueDecodingError)
    {
        guard isShown[part] else { return try json.skipValue() }
        guard json.isAtText() else {
            if requiresTexts { throw json.mismatch("a string") }
            // Treat the part as missing, and drop an earlier one.
            if part == 0 {
                envelope = 0..<0
            } else if part == count &- 1 {
                hasRest = false
            } else {
                values.set(part &- 1, ValueSlot())
            }
            return try json.skipValue()
        }
        if part == 0 {
            envelope = try write(&json)
        } else if part == count &- 1 {
            hasRest = try !write(&json).isEmpty
        } else if !adapting.isEmpty, let adapt = adapting[part] {
            let start = try write(&json).lowerBound
            adapt(&values.written, start)
            values.set(part &- 1, writtenFrom: start)
        } else if let slot = json.innerJSON() {
            values.set(part &- 1, slot)
        } else {
            values.set(part &- 1, writtenFrom: try write(&json).lowerBound)
        }
    }

    private func write(_ json: inout JSONCursor) throws(ValueDecodingError) -> Range<Int> {
        let start = values.writtenCount
        try json.unescape(into: &values.written)
        return start..<values.writtenCount
    }
}

extension JSONCursor {
    /// Reads a text that contains JSON without escapes of its own: a text, or anything without texts. Returns `nil` and
    /// reads nothing if the text has other escapes, is not valid, or ends past the places that a slot can have.
    @inline(__always)
    fileprivate mutating func innerJSON() -> ValueSlot? {
        let quote = offset
        let isText = bytes[quote &+ 1] == UInt8(ascii: "\\")
        offset = quote &+ 1
        if isText {
            guard bytes[quote &+ 2] == UInt8(ascii: "\"") else { return back(to: quote) }
            offset = quote &+ 3
        }
        let start = offset
        let isASCII: Bool
        do throws(ValueDecodingError) { isASCII = try scanString() } catch { return back(to: quote) }
        let end = offset
        if !isASCII, validUTF8Prefix(bytes.slice(start, end)) != end &- start { return back(to: quote) }
        guard isText else {
            guard bytes[end] == UInt8(ascii: "\"") else { return back(to: quote) }
            guard let slot = ValueSlot(.found, start, end) else { return back(to: quote) }
            offset = end &+ 1
            return slot
        }
        guard bytes[end] == UInt8(ascii: "\\"), bytes[end &+ 1] == UInt8(ascii: "\""),
            bytes[end &+ 2] == UInt8(ascii: "\"")
        else { return back(to: quote) }
        guard let slot = ValueSlot(.foundText, quote &+ 2, end &+ 1) else { return back(to: quote) }
        offset = end &+ 3
        return slot
    }

    private mutating func back(to place: Int) -> ValueSlot? {
        offset = place
        return nil
    }
}
