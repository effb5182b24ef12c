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
final class JSONContextOwner {
    private let address: UnsafeMutablePointer<JSONContext>

    init() {
        address = .allocate(capacity: 1)
        address.initialize(to: JSONContext())
    }

    deinit {
        address.deinitialize(count: 1)
        address.deallocate()
    }

    var reference: JSONContextReference { JSONContextReference(address) }
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
