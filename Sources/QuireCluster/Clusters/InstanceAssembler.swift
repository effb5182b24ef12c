import Foundation
import QuireCore

/// Assembles instances from the documents of a search cluster, directly from the bytes of a response. Each text is read
/// once, unescaped, and written to its final position in the instance.
///
/// If the parts of a document come in the schema's order, nothing else is needed. Otherwise, they are moved.
package struct InstanceAssembler {
    private let keys: StoredKeys
    /// The position of each slot in an instance, starting at 0, or −1 if it is not returned.
    private let ranks: [Int]
    private let showsRest: Bool
    private let shape: LocalizedShape?
    private let isLocalized: [Bool]
    /// Whether a part that is not a text is an error. Otherwise, it counts as missing.
    private let requiresTexts: Bool
    private var bytes: JoinedBytes

    // The state of the current document.

    private var start = 0
    /// The positions of the received parts, by slot. A value includes its name, the text and a comma.
    private var parts: [Range<Int>]
    private var isInOrder = true
    private var lastRank = -1

    /// - Parameters:
    ///   - fields: The fields whose values are returned, in this order. `nil` returns all, including unknown ones.
    ///   - shape: The language of localized texts.
    ///   - size: The expected number of bytes of all instances.
    package init(
        _ keys: StoredKeys, fields: [IndexedField]?, shape: LocalizedShape?, requiresTexts: Bool = false,
        size: Int
    ) {
        self.keys = keys
        self.shape = shape
        self.requiresTexts = requiresTexts
        bytes = JoinedBytes(capacity: size)
        let values = keys.module.values
        var ranks = [Int](repeating: -1, count: values.count + 2)
        ranks[StoredKeys.metadata] = 0
        if let fields {
            for (position, field) in fields.enumerated()
            where !field.isMetadata && ranks[field.ordinal + 1] < 0 {
                ranks[field.ordinal + 1] = position + 1
            }
        } else {
            for slot in 1...values.count + 1 { ranks[slot] = slot }
        }
        showsRest = fields == nil
        self.ranks = ranks
        isLocalized =
            shape == nil ? [] : [false] + values.map { $0.descriptor.kind == .localizedText } + [false]
        parts = Array(repeating: 0..<0, count: ranks.count)
    }

    /// Reads the next object.
    ///
    /// - Parameter other: Receives the position of one of the other names, and the cursor at its value. Read or skip
    ///   it.
    /// - Returns: The instance, or `nil` if the object does not contain one.
    package mutating func instance(
        of json: inout JSONCursor,
        other: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void = {
            (_, json) throws(ValueDecodingError) in
            try json.skipValue()
        }
    ) throws(ValueDecodingError) -> StoredSlice? {
        begin()
        let count = ranks.count
        try json.eachMember(of: keys.keys) { (slot, json) throws(ValueDecodingError) in
            if slot < count {
                try take(slot, from: &json)
            } else {
                try other(slot &- count, &json)
            }
        }
        return finish()
    }

    private mutating func begin() {
        start = bytes.count
        for slot in parts.indices { parts[slot] = 0..<0 }
        isInOrder = true
        lastRank = -1
    }

    // MARK: - Parts

    private mutating func take(_ slot: Int, from json: inout JSONCursor) throws(ValueDecodingError) {
        let rank = ranks[slot]
        guard rank >= 0 else { return try json.skipValue() }
        guard json.isAtText() else {
            if requiresTexts { throw json.mismatch("a string") }
            // Treat the part as missing, and drop an earlier one.
            if !parts[slot].isEmpty { isInOrder = false }
            parts[slot] = 0..<0
            return try json.skipValue()
        }
        if rank <= lastRank || (lastRank < 0 && rank > 0) || slot == keys.rest { isInOrder = false }
        lastRank = rank
        let begin = bytes.count
        if slot == StoredKeys.metadata {
            try bytes.take(from: &json)
            // Remove its brace, because the values come before it. Anything without a brace must not pass for an
            // object.
            if bytes.count > begin, bytes[bytes.count - 1] == UInt8(ascii: "}") {
                bytes.truncate(to: bytes.count - 1)
            } else {
                bytes.append(0)
            }
            parts[slot] = begin..<bytes.count
            if isInOrder { openValues() }
        } else if slot == keys.rest {
            try bytes.take(from: &json)
            parts[slot] = begin..<bytes.count
        } else {
            let name = keys.ranges[slot &- 1]
            keys.names.withUnsafeBufferPointer { bytes.append(UnsafeBufferPointer(rebasing: $0[name])) }
            let text = bytes.count
            try bytes.take(from: &json)
            if let shape, isLocalized[slot] { shape.apply(to: &bytes, from: text) }
            bytes.append(UInt8(ascii: ","))
            parts[slot] = begin..<bytes.count
        }
    }

    private mutating func openValues() {
        if bytes.count > start + 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append("\"values\":{")
    }

    // MARK: - The whole

    private mutating func finish() -> StoredSlice? {
        let metadata = parts[StoredKeys.metadata]
        guard !metadata.isEmpty, bytes[metadata.lowerBound] == UInt8(ascii: "{") else {
            bytes.truncate(to: start)
            return nil
        }
        if isInOrder {
            closeValues()
        } else {
            arrange()
        }
        return StoredSlice(owner: bytes.owner, range: start..<bytes.count)
    }

    private mutating func closeValues() {
        if bytes[bytes.count - 1] == UInt8(ascii: ",") { bytes.truncate(to: bytes.count - 1) }
        bytes.append("}}")
    }

    /// Moves the parts to their positions.
    private mutating func arrange() {
        let written = Array(bytes.slice(start..<bytes.count))
        func part(_ slot: Int) -> ArraySlice<UInt8> {
            written[parts[slot].lowerBound - start..<parts[slot].upperBound - start]
        }
        bytes.truncate(to: start)
        bytes.append(Array(part(StoredKeys.metadata)))
        let rest = parts[keys.rest].isEmpty || !showsRest ? [] : part(keys.rest)
        if let first = rest.first, first != UInt8(ascii: "{") {
            // The JSON in place of the values, if it is not an object.
            if bytes.count > start + 1 { bytes.append(UInt8(ascii: ",")) }
            bytes.append("\"values\":")
            bytes.append(Array(rest))
            bytes.append(UInt8(ascii: "}"))
            return
        }
        openValues()
        let slots = parts.indices.filter {
            $0 != StoredKeys.metadata && $0 != keys.rest && !parts[$0].isEmpty
        }
        for slot in slots.sorted(by: { ranks[$0] < ranks[$1] }) { bytes.append(Array(part(slot))) }
        if rest.count > 2 { bytes.append(Array(rest.dropFirst().dropLast())) }
        closeValues()
    }
}

extension JoinedBytes {
    fileprivate mutating func take(from json: inout JSONCursor) throws(ValueDecodingError) {
        try json.unescape(into: &self)
    }
}
