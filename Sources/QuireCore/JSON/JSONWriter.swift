/// Appends compact JSON to bytes.
///
/// Commas are inserted automatically. The caller must match braces, brackets and keys.
///
/// ```swift
/// var json = JSONWriter()
/// json.beginObject()
/// json.key("title")
/// json.string("Emma")
/// json.endObject()          // {"title":"Emma"}
/// ```
@frozen
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    /// Whether a comma is needed before the next value or key.
    private(set) var needsComma = false
    /// The first value that could not be written. `nil` if there is none.
    package var flaw: JSONFlaw?

    public init() {}

    public init(capacity: Int) { bytes.reserveCapacity(capacity) }

    // MARK: - Structure

    /// Opens an object; `endObject` closes it.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Opens an array; `endArray` closes it.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a key of the open object.
    public mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key that needs no escape.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key that is already quoted and escaped and has its colon.
    mutating func key(quoted name: [UInt8]) {
        separate()
        bytes.append(contentsOf: name)
        needsComma = false
    }

    /// Appends a fragment with its own punctuation, such as `,"type":`. No comma is inserted after it.
    mutating func fragment(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
        needsComma = false
    }

    // MARK: - Values

    /// Writes `null`, or `true` or `false`.
    public mutating func null() { literal("null") }
    public mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes a text, quoted and escaped.
    public mutating func string(_ value: String) {
        separate()
        quote(value)
        needsComma = true
    }

    /// Writes a text of bytes that need no escape.
    package mutating func plain(_ text: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes an integer with all its digits.
    public mutating func integer(_ value: Int64) {
        separate()
        digits(of: value)
        needsComma = true
    }

    /// Writes a number, or `null` if JSON cannot represent it (infinity, NaN). Writing content with such a number
    /// fails.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return unwritable("\(value)", expected: "a finite number") }
        separate()
        // Integral numbers below 2⁵³ are written like integers, as in other encoders.
        if let integer = Int64(exactly: value), abs(value) < 9_007_199_254_740_992,
            value.sign == .plus || value != 0
        {
            digits(of: integer)
        } else {
            var text = value.description
            text.withUTF8 { bytes.append(contentsOf: $0) }
        }
        needsComma = true
    }

    /// Writes bytes that already are one JSON value.
    package mutating func raw(_ value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
        needsComma = true
    }

    /// Writes bytes that already are one JSON value.
    package mutating func raw(_ value: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: value)
        needsComma = true
    }

    /// Writes any JSON value.
    public mutating func value(_ value: JSONValue) {
        // Does not recurse, because a value built by hand may nest to any depth.
        var open: [OpenContainer] = []
        begin(value, &open)
        while let last = open.indices.last {
            switch open[last] {
            case .array(var elements):
                guard let element = elements.popFirst() else {
                    endArray()
                    open.removeLast()
                    continue
                }
                open[last] = .array(elements)
                begin(element, &open)
            case .object(var members):
                guard let member = members.popFirst() else {
                    endObject()
                    open.removeLast()
                    continue
                }
                open[last] = .object(members)
                key(member.name)
                begin(member.value, &open)
            }
        }
    }

    /// The remaining part of an array or object.
    private enum OpenContainer {
        case array(ArraySlice<JSONValue>)
        case object(ArraySlice<JSONValue.Member>)
    }

    /// Writes a single value, or opens an array or an object.
    private mutating func begin(_ value: JSONValue, _ open: inout [OpenContainer]) {
        switch value {
        case .null: null()
        case .boolean(let boolean): self.boolean(boolean)
        case .integer(let integer): self.integer(integer)
        case .number(let number): self.number(number)
        case .string(let string): self.string(string)
        case .array(let elements):
            beginArray()
            open.append(.array(elements[...]))
        case .object(let members):
            beginObject()
            open.append(.object(members[...]))
        }
    }

    // MARK: - Bytes

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    private mutating func digits(of value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        if rest < 10 { return bytes.append(0x30 + UInt8(rest)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var position = 20
            while rest > 0 {
                position -= 1
                digits[position] = 0x30 + UInt8(rest % 10)
                rest /= 10
            }
            bytes.append(contentsOf: digits[position...])
        }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { characters in
            var runStart = 0
            while true {
                let position = firstSpecialByte(of: characters, from: runStart)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[runStart..<position]))
                guard position < characters.count else { return }
                escape(characters[position])
                runStart = position + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ character: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch character {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(character)
        default:
            bytes.append(contentsOf: [UInt8(ascii: "u"), 0x30, 0x30, 0x30 + character >> 4])
            bytes.append("0123456789abcdef".utf8.dropFirst(Int(character & 15)).first ?? 0x30)
        }
    }
}

/// A value that a `JSONWriter` could not write and replaced by null.
@usableFromInline
package final class JSONFlaw: Sendable {
    /// The position of the null in the writer's bytes.
    package let offset: Int
    /// The value in readable form: `nan`, `1e+300 s since 1970`.
    package let value: String
    package let expected: String

    init(at offset: Int, _ value: String, expected: String) {
        self.offset = offset
        self.value = value
        self.expected = expected
    }
}

extension JSONWriter {
    /// Writes null for a value that cannot be written, and records the first one.
    @usableFromInline
    mutating func unwritable(_ value: String, expected: String) {
        // A comma may come before it.
        if flaw == nil {
            flaw = JSONFlaw(at: bytes.count + (needsComma ? 1 : 0), value, expected: expected)
        }
        null()
    }
}
