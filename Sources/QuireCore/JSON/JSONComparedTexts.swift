import QuireToolbox

/// Keys, ids and other texts that are hashed or compared. One with a long run of combining marks would block the client,
/// so it is a decoding error. See `CombiningMarks`.
extension JSONCursor {
    /// Reads a string that is hashed or compared, such as an id.
    ///
    /// - Throws: `.invalidValue` if it has too many combining marks in a row.
    @usableFromInline
    package mutating func comparedString() throws(ValueDecodingError) -> String {
        _ = peek()
        let start = offset
        let text = try string()
        if CombiningMarks.canExceedLimit(bytes: text.utf8.count), CombiningMarks.exceedLimit(in: text) {
            throw ValueDecodingError(
                .invalidValue, at: start, expected: "a text with at most 128 combining marks in a row")
        }
        return text
    }

    /// Reads a value of any type whose texts are hashed or compared.
    package mutating func comparedValue() throws(ValueDecodingError) -> JSONValue {
        _ = peek()
        let start = offset
        let value = try value()
        if value.exceedsMarkLimit {
            throw ValueDecodingError(
                .invalidValue, at: start, expected: "texts with at most 128 combining marks in a row")
        }
        return value
    }

    /// Throws for a quoted key with too many combining marks in a row. Only long keys outside ASCII are searched.
    @inline(__always)
    package func checkMarks(ofKey range: Range<Int>) throws(ValueDecodingError) {
        if CombiningMarks.canExceedLimit(bytes: range.count) { try checkMarks(ofLongKey: range) }
    }

    @inline(never)
    private func checkMarks(ofLongKey range: Range<Int>) throws(ValueDecodingError) {
        let isPlain = bytes.slice(range.lowerBound, range.upperBound).allSatisfy {
            $0 < 0x80 && $0 != UInt8(ascii: "\\")
        }
        guard !isPlain else { return }
        var key = self
        key.offset = range.lowerBound
        if CombiningMarks.exceedLimit(in: try key.string()) {
            throw ValueDecodingError(
                .invalidValue, at: range.lowerBound,
                expected: "a key with at most 128 combining marks in a row")
        }
    }
}

extension JSONValue {
    /// Whether a key or a text has too many combining marks in a row.
    package var exceedsMarkLimit: Bool {
        switch self {
        case .string(let text): CombiningMarks.exceedLimit(in: text)
        case .array(let elements): elements.contains(where: \.exceedsMarkLimit)
        case .object(let members):
            members.contains { CombiningMarks.exceedLimit(in: $0.name) || $0.value.exceedsMarkLimit }
        default: false
        }
    }
}
