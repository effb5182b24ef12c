import Foundation

/// The progress of reading an instance. Its other members may come before or after its values.
@usableFromInline
struct InstanceEnvelope {
    private var hasID = false
    /// Whether the cursor is at the object of the values.
    var hasValues = false
    /// Whether unknown values are kept: for the page's own instances, not for related ones.
    var keepsUnknownValues = false
    /// The offset at which the instance starts.
    var start = 0
    /// The offset of a null in place of the values, or the instance's start if the key is missing.
    var valuesPlace = 0
    /// The keys read so far, one bit each. If a key occurs twice, the first counts.
    private var seen: UInt32 = 0
    /// The key that came last.
    private var last = -1

    @usableFromInline
    init() {}

    /// Reads an instance up to its values, or to its end.
    mutating func begin(
        _ json: inout JSONCursor, _ id: inout String, _ metadata: inout ContentMetadata
    ) throws(ValueDecodingError) {
        guard json.peek() == UInt8(ascii: "{") else { throw json.mismatch("an item") }
        start = json.offset
        valuesPlace = start
        json.offset &+= 1
        try json.enter()
        if json.consume(UInt8(ascii: "}")) { return try finish(&json) }
        try members(&json, &id, &metadata)
    }

    /// Continues reading after the values.
    mutating func end(
        _ json: inout JSONCursor, _ id: inout String, _ metadata: inout ContentMetadata
    ) throws(ValueDecodingError) {
        if json.consume(UInt8(ascii: ",")) { return try members(&json, &id, &metadata) }
        try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        try finish(&json)
    }

    /// Reads members up to the values, or to the end of the object.
    private mutating func members(
        _ json: inout JSONCursor, _ id: inout String, _ metadata: inout ContentMetadata
    ) throws(ValueDecodingError) {
        let keys = InstanceKey.keys
        let order = json.context.keyOrder.start(of: keys)
        repeat {
            guard json.peek() == UInt8(ascii: "\"") else { throw json.malformed("a key") }
            let index = try json.fieldIndex(in: keys, after: &last, from: order)
            guard index >= 0, seen & 1 << UInt32(index) == 0, let key = InstanceKey(rawValue: index) else {
                try json.skipValue()
                continue
            }
            seen |= 1 << UInt32(index)
            switch json.peek() {
            case UInt8(ascii: "n"):
                if key == .values { valuesPlace = json.offset }
                try json.word(.null)
            default:
                if key == .values {
                    hasValues = true
                    return
                }
                if key == .id {
                    id = try Self.identifier(&json)
                    hasID = true
                } else {
                    try metadata.read(key, from: &json)
                }
            }
        } while json.consume(UInt8(ascii: ","))
        try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        try finish(&json)
    }

    private func finish(_ json: inout JSONCursor) throws(ValueDecodingError) {
        json.leave()
        guard hasID else {
            throw ValueDecodingError(.missing, at: start, expected: "an id as a string", path: ".id")
        }
    }

    private static func identifier(_ json: inout JSONCursor) throws(ValueDecodingError) -> String {
        guard json.peek() == UInt8(ascii: "\"") else { throw json.mismatch("an id as a string") }
        return try json.comparedString()
    }
}
