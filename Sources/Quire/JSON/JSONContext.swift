/// What the readers of one document share: buffers that are used again, and the values kept aside.
@usableFromInline
package final class JSONContext {
    /// Offsets of an object's values by field position, for objects whose keys come in another order than the
    /// schema's; a stack, because objects nest.
    var offsets: [Int] = []

    /// Where strings with escapes are put together.
    var scratch: [UInt8] = []
    /// Texts that many items of a page share, by hash; see `JSONCursor.sharedString`.
    var sharedTexts: [String] = []

    /// Whether values under unknown keys are kept.
    let keepsUnknownValues: Bool
    /// How deep the instances of the page stand: those deeper are related ones.
    var instanceDepth = Int.max
    /// The unknown values of the instance that is being read.
    var unknownValues: [String: JSONValue] = [:]

    package init(keepsUnknownValues: Bool = false) { self.keepsUnknownValues = keepsUnknownValues }

    /// Forgets what a failed instance left behind.
    func startInstance(depth: Int) {
        instanceDepth = depth
        if !offsets.isEmpty { offsets.removeAll(keepingCapacity: true) }
        if !unknownValues.isEmpty { unknownValues = [:] }
    }

    func takeUnknownValues() -> [String: JSONValue] {
        defer { unknownValues = [:] }
        return unknownValues
    }

    /// For cursors over nothing; never written to.
    nonisolated(unsafe) static let empty = JSONContext()
}
