/// The slots of a response's records, one record after the other.
///
/// It is read and written by address, because an array would check for each slot that it has one owner. Its creator frees
/// it.
struct SlotList {
    private var base: UnsafeMutablePointer<ValueSlot>?
    private var capacity = 0
    private var count = 0
    /// The first slot of the current record.
    private var first = 0

    /// Starts a record with slots without places.
    ///
    /// - Parameters:
    ///   - place: The number of slots of the records before it. What follows them is removed.
    ///   - size: The number of its slots.
    mutating func start(at place: Int, count size: Int) {
        precondition(place >= 0 && place <= count && size >= 0, "No record can start there.")
        if place &+ size > capacity { grow(to: place + size) }
        base?.advanced(by: place).initialize(repeating: ValueSlot(), count: size)
        first = place
        count = place &+ size
    }

    @inline(never)
    private mutating func grow(to size: Int) {
        let larger = max(size, capacity * 2, 32 * max(1, size - first))
        let memory = UnsafeMutablePointer<ValueSlot>.allocate(capacity: larger)
        if let base {
            memory.moveInitialize(from: base, count: count)
            base.deallocate()
        }
        base = memory
        capacity = larger
    }

    /// Sets a slot of the current record.
    @inline(__always)
    func set(_ position: Int, _ slot: ValueSlot) {
        precondition(position >= 0 && first &+ position < count, "No slot has that position.")
        base?[first &+ position] = slot
    }

    /// All slots. Valid until the next record is started.
    var all: UnsafeBufferPointer<ValueSlot> { UnsafeBufferPointer(start: base, count: count) }

    func deallocate() { base?.deallocate() }
}
