import Foundation

/// A position in a JSON document's bytes.
///
/// The cursor reads values from left to right. After a failure, its position is undefined. It must not escape the
/// closure that receives it, because the bytes are borrowed.
@frozen
public struct JSONCursor {
    @usableFromInline var bytes: JSONBytes
    /// The next byte to read.
    @usableFromInline package var offset: Int
    /// The opening and the closing quote of a text that was checked before: it has no escapes and is UTF-8. It is not
    /// scanned again. −1 if there is none.
    var knownText = -1
    var knownTextEnd = -1
    /// The number of open arrays and objects.
    @usableFromInline var depth = 0
    /// The state that the readers of one document share.
    @usableFromInline let contextReference: JSONContextReference

    /// The maximum nesting of arrays and objects.
    package static let maximumDepth = 512

    init(_ buffer: UnsafeRawBufferPointer, _ context: JSONContextReference) {
        bytes = JSONBytes(buffer)
        offset = 0
        contextReference = context
    }

    init(_ bytes: JSONBytes, _ context: JSONContextReference) {
        self.bytes = bytes
        offset = 0
        contextReference = context
    }

    /// A cursor without a document, for readers whose values come from elsewhere.
    init() {
        bytes = JSONBytes()
        offset = 0
        contextReference = .unused
    }

    /// The state that the readers of the document share.
    @inline(__always)
    var context: JSONContext {
        get { contextReference.pointee }
        nonmutating _modify { yield &contextReference.pointee }
    }

    /// Runs the closure with a cursor at the start of the document.
    package static func withBytes<Value>(
        of data: Data, _ body: (inout JSONCursor) throws(ValueDecodingError) -> Value
    ) throws(ValueDecodingError) -> Value {
        // `Data` rethrows errors without their type.
        let result = data.withUnsafeBytes {
            (buffer: UnsafeRawBufferPointer) -> Result<Value, ValueDecodingError> in
            do throws(ValueDecodingError) {
                return .success(try withCursor(over: buffer, body))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The number of bytes in the document.
    package var count: Int { bytes.count }

    /// Skips the byte order mark that some servers send before a response.
    package mutating func skipByteOrderMark() {
        if offset == 0, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
    }

    // MARK: - Tokens

    /// Skips white space and returns the next byte without consuming it, or 0 at the end.
    @inline(__always)
    package mutating func peek() -> UInt8 {
        let byte = bytes[offset]
        return byte > 0x20 ? byte : peekPastSpace()
    }

    @inline(never)
    private mutating func peekPastSpace() -> UInt8 {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            case let byte: return byte
            }
        }
        return 0
    }

    /// Consumes the byte if it is next.
    @inline(__always)
    package mutating func consume(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        offset += 1
        return true
    }

    @inline(__always)
    package mutating func expect(_ byte: UInt8, _ expected: StaticString) throws(ValueDecodingError) {
        guard consume(byte) else { throw malformed(expected) }
    }

    /// Consumes `null` if it is next.
    @inline(__always)
    package mutating func consumeNull() throws(ValueDecodingError) -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try word(.null)
        return true
    }

    /// A keyword of JSON: its last four bytes, and how many come before them.
    struct Keyword {
        let end: UInt32
        let start: Int

        @inline(__always) static var null: Keyword { Keyword(end: 0x6C6C_756E, start: 0) }
        @inline(__always) static var `true`: Keyword { Keyword(end: 0x6575_7274, start: 0) }
        @inline(__always) static var `false`: Keyword { Keyword(end: 0x6573_6C61, start: 1) }
    }

    /// Consumes a keyword whose first byte is next.
    @inline(__always)
    mutating func word(_ word: Keyword) throws(ValueDecodingError) {
        guard bytes.hasWord(word.end, at: offset &+ word.start) else { throw malformed("a value") }
        offset &+= word.start &+ 4
    }

    /// Enters an array or object whose bracket has been read.
    @inline(__always)
    package mutating func enter(_ levels: Int = 1) throws(ValueDecodingError) {
        depth &+= levels
        if depth > Self.maximumDepth {
            throw ValueDecodingError(.tooDeep, at: offset &- 1, expected: "at most 512 levels of nesting")
        }
    }

    @inline(__always)
    package mutating func leave(_ levels: Int = 1) { depth &-= levels }

    /// Throws unless only white space is left.
    package mutating func expectEnd() throws(ValueDecodingError) {
        _ = peek()
        if offset < bytes.count {
            throw ValueDecodingError(.syntax, at: offset, expected: "the end of the document")
        }
    }

    // MARK: - Failures

    /// The failure for a value of another type, or a missing value, at the next byte.
    package mutating func mismatch(_ expected: StaticString) -> ValueDecodingError {
        let next = peek()
        let isValue: Bool
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"), 0x30...0x39,
            UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            isValue = true
        default: isValue = false
        }
        return isValue ? ValueDecodingError(.wrongType, at: offset, expected: expected) : malformed(expected)
    }

    /// The failure for invalid JSON at the next byte.
    package func malformed(_ expected: StaticString) -> ValueDecodingError {
        ValueDecodingError(offset < bytes.count ? .syntax : .unexpectedEnd, at: offset, expected: expected)
    }
}

/// Walks objects and arrays whose parts are read one by one.
extension JSONCursor {
    /// Calls the body with each member of the next object: the key, and the cursor at its value. Read or skip the
    /// value.
    package mutating func eachMember(
        _ body: (String, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        guard consume(UInt8(ascii: "{")) else { throw mismatch("an object") }
        try enter()
        if !consume(UInt8(ascii: "}")) {
            repeat { try body(try key(), &self) } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
    }

    /// Calls the body for each element of the next array. Read or skip the element.
    package mutating func eachElement(
        _ body: (inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        guard consume(UInt8(ascii: "[")) else { throw mismatch("an array") }
        try enter()
        if !consume(UInt8(ascii: "]")) {
            repeat { try body(&self) } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"), "a comma or the end of the array")
        }
        leave()
    }

    /// Whether a text, an object or an array is next.
    package mutating func isAtText() -> Bool { peek() == UInt8(ascii: "\"") }
    package mutating func isAtObject() -> Bool { peek() == UInt8(ascii: "{") }
    package mutating func isAtArray() -> Bool { peek() == UInt8(ascii: "[") }

    /// Reads a 64-bit integer, and skips any other value.
    package mutating func integerIfAny() throws(ValueDecodingError) -> Int64? {
        switch peek() {
        case UInt8(ascii: "-"), 0x30...0x39:
            if let integer = plainInteger() { return integer }
            if case .integer(let integer) = try value() { return integer }
        default: try skipValue()
        }
        return nil
    }

    /// Reads a text that is hashed or compared, and skips any other value.
    package mutating func textIfAny() throws(ValueDecodingError) -> String? {
        if isAtText() { return try comparedString() }
        try skipValue()
        return nil
    }
}
