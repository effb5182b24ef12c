/// The state that the readers of one document share: reusable buffers, and observations about the document.
@usableFromInline
package struct JSONContext {
    /// The places of an object's values by field position, for objects whose keys are not in the schema's order. A
    /// stack, because objects nest.
    var places = PlaceStack()
    private var placeMemory: PlaceMemory?
    /// A buffer for decoding strings with escapes.
    var scratch: JoinedBytes?
    /// Texts that many items of a page share. See `JSONCursor.sharedString`.
    var sharedTexts = SharedTexts()

    /// Whether keys came in a different order than the schema's, so that scanning objects first is faster.
    var hasOtherOrder = false
    /// The keys that came after each key, for objects whose keys are looked up.
    var keyOrder = KeyOrder()
    /// Whether values under unknown keys are kept.
    var keepsUnknownValues = false
    /// The nesting depth of the page's instances. Deeper instances are related items.
    var instanceDepth = Int.max
    /// The unknown values of the instance that is being read.
    var unknownValues: [String: JSONValue] = [:]
    /// The items to read instead of the ids of relations, in a column of an included relation.
    var includedItems: AnyObject?

    init(keepsUnknownValues: Bool = false) { self.keepsUnknownValues = keepsUnknownValues }

    /// Clears the state that a failed instance left.
    mutating func startInstance(depth: Int) {
        instanceDepth = depth
        places.remove(from: 0)
        if !unknownValues.isEmpty { unknownValues = [:] }
    }

    /// Adds places for the values of an object. Returns the position of the first.
    mutating func addPlaces(_ count: Int) -> Int {
        if !places.hasRoom(count) { placeMemory = places.grow(by: count) }
        return places.add(count)
    }

    mutating func takeUnknownValues() -> [String: JSONValue] {
        defer { unknownValues = [:] }
        return unknownValues
    }
}

/// A context by address, so that cursors are plain bytes without references to count for each value.
///
/// It lives as long as the call of `JSONCursor.withCursor` or `withContext` that created it, or the `JSONContextOwner`.
@frozen
@usableFromInline
struct JSONContextReference {
    private let address: UnsafeMutablePointer<JSONContext>

    fileprivate init(_ address: UnsafeMutablePointer<JSONContext>) { self.address = address }

    @inline(__always)
    var pointee: JSONContext {
        get { address.pointee }
        nonmutating _modify { yield &address.pointee }
    }

    /// The places of values, without a copy of the rest.
    @inline(__always)
    var places: PlaceStack { address.pointee.places }

    /// For cursors without a document, which never use it.
    nonisolated(unsafe) static let unused: JSONContextReference = {
        let address = UnsafeMutablePointer<JSONContext>.allocate(capacity: 1)
        address.initialize(to: JSONContext())
        return JSONContextReference(address)
    }()
}

/// Keeps a context for readers of many small documents, such as the columns of rows.
class JSONContextOwner {
    private let address: UnsafeMutablePointer<JSONContext>

    init() {
        address = .allocate(capacity: 1)
        address.initialize(to: JSONContext())
    }

    deinit {
        address.deinitialize(count: 1)
        address.deallocate()
    }

    final var reference: JSONContextReference { JSONContextReference(address) }
}

extension JSONCursor {
    /// Runs the closure with a context for cursors over several documents. They must not escape it.
    static func withContext<Value>(
        _ context: inout JSONContext, _ body: (JSONContextReference) -> Value
    ) -> Value {
        withUnsafeMutablePointer(to: &context) { body(JSONContextReference($0)) }
    }

    /// Runs the closure with a cursor at the start of the bytes. The cursor must not escape it.
    package static func withCursor<Value, Failure: Error>(
        over buffer: UnsafeRawBufferPointer, keepsUnknownValues: Bool = false,
        _ body: (inout JSONCursor) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var context = JSONContext(keepsUnknownValues: keepsUnknownValues)
        return try withUnsafeMutablePointer(to: &context) { (address) throws(Failure) -> Value in
            var cursor = JSONCursor(buffer, JSONContextReference(address))
            return try body(&cursor)
        }
    }
}

/// The order in which the keys of a document's objects come, as far as it was seen.
///
/// The objects of a page usually have the same order. The key that came after the last one is tried before any lookup.
struct KeyOrder {
    private var tables: [(keys: ObjectIdentifier, count: Int, start: Int)] = []
    /// For each table, the position of the key that came first, then of those that came after each key.
    private var successors: [Int] = []

    /// Returns where the successors of a table's keys start. Until others are seen, they are in the table's order.
    @inline(__always)
    mutating func start(of keys: ObjectIdentifier, count: Int) -> Int {
        // A later table may have the address of a freed one. Its order is a guess, which must stay within its room.
        for table in tables where table.keys == keys && table.count == count { return table.start }
        return add(keys, count)
    }

    @inline(never)
    private mutating func add(_ keys: ObjectIdentifier, _ count: Int) -> Int {
        let start = successors.count
        tables.append((keys, count, start))
        successors.append(contentsOf: 0...count)
        return start
    }

    /// The key that is likely to come after another one, or first after −1. It may be past the last key.
    @inline(__always)
    func key(after key: Int, from start: Int) -> Int { successors[start &+ key &+ 1] }

    /// Notes which key came after another one.
    @inline(__always)
    mutating func note(_ key: Int, after other: Int, from start: Int) {
        successors[start &+ other &+ 1] = key
    }
}

/// Texts that many items of a page share, found by their bytes.
struct SharedTexts {
    /// A text of 16 to 64 bytes is compared in words, the last of which overlaps the one before.
    static let lengths = 16...64
    private static let wordsInText = 8
    private static let slots = 32

    private var texts: [String] = []
    private var lengths: [Int] = []
    private var words: [UInt64] = []

    /// Returns the text of the bytes, which are UTF-8.
    ///
    /// - Parameters:
    ///   - start: The offset of the text.
    ///   - length: The number of its bytes, one of `lengths`.
    /// - Returns: `nil` if the text is not ASCII.
    mutating func text(in bytes: JSONBytes, at start: Int, length: Int) -> String? {
        let last = length &- 8
        let mixed =
            (bytes.word(start) &+ bytes.word(start &+ last) &* 31 &+ UInt64(length)) &* 0xD6E8_FEB8_6659_FD93
        let slot = Int(truncatingIfNeeded: mixed >> 59)
        if texts.isEmpty { allocate() }
        let first = slot &* Self.wordsInText
        let count = (length &+ 7) &>> 3
        if lengths[slot] == length, hasWords(bytes, at: start, last: last, count: count, from: first) {
            return texts[slot]
        }
        var seen: UInt64 = 0
        for word in 0..<count { seen |= bytes.word(start &+ min(word &* 8, last)) }
        guard seen & 0x8080_8080_8080_8080 == 0 else { return nil }
        for word in 0..<count { words[first &+ word] = bytes.word(start &+ min(word &* 8, last)) }
        let text = String(decoding: bytes.slice(start, start &+ length), as: UTF8.self)
        lengths[slot] = length
        texts[slot] = text
        return text
    }

    private func hasWords(_ bytes: JSONBytes, at start: Int, last: Int, count: Int, from first: Int)
        -> Bool
    {
        words.withUnsafeBufferPointer { words in
            for word in 0..<count where words[first &+ word] != bytes.word(start &+ min(word &* 8, last)) {
                return false
            }
            return true
        }
    }

    private mutating func allocate() {
        texts = Array(repeating: "", count: Self.slots)
        lengths = Array(repeating: 0, count: Self.slots)
        words = Array(repeating: 0, count: Self.slots * Self.wordsInText)
    }
}
