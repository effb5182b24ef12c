import Foundation
import QuireText

/// The values of a response's records, found while it is parsed, so that items are decoded directly from the response.
///
/// A record is an item in the form of its server. The places of its values are noted, and what is not
/// in the response as it should be decoded (metadata, places, texts in one language) is written beside it.
/// A record can also be turned into an instance as bytes, which takes longer. This is done for everything else than
/// decoding items, and for items that do not fit, so that errors do not depend on how items are decoded.
///
/// Unchecked: filled while the response is parsed, and then only read.
package final class FoundValues: @unchecked Sendable {
    /// Turns the record in a range of the response into an instance.
    package typealias Assembling = @Sendable (_ response: Data, _ record: Range<Int>) -> StoredSlice?

    private struct State {
        var written: JoinedBytes
        /// For each record: its values, then its envelope.
        var slots = SlotList()
        var records: [Range<Int>] = []
        /// Whether every part of the current record has its place.
        var isComplete = true
    }

    private let response: Data
    /// The fields of the values.
    private let table: FieldTable
    private let count: Int
    private let assembling: Assembling
    /// By address, so that no access is checked at run time.
    private let state: UnsafeMutablePointer<State>

    /// - Parameters:
    ///   - response: The bytes of the response.
    ///   - table: The fields of the values.
    ///   - size: The number of bytes that are likely to be written.
    ///   - assembling: Turns a record into an instance.
    /// - Returns: `nil` if records with these fields cannot be read directly.
    package init?(in response: Data, _ table: FieldTable, size: Int, assembling: @escaping Assembling) {
        guard table.fields.count <= RecordValues.mostFields,
            // Otherwise, two fields have the same name, at least for Swift.
            table.indexByName.count == table.fields.count
        else { return nil }
        self.response = response
        self.table = table
        self.assembling = assembling
        count = table.fields.count
        state = .allocate(capacity: 1)
        state.initialize(to: State(written: JoinedBytes(capacity: size)))
    }

    deinit {
        state.pointee.slots.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// What is not in the response.
    package var written: JoinedBytes {
        @inline(__always) get { state.pointee.written }
        @inline(__always) _modify { yield &state.pointee.written }
    }

    // MARK: - Finding

    /// Begins a record. Its values are missing until they are set.
    package func begin() {
        state.pointee.isComplete = true
        // A record that was not finished has room there.
        state.pointee.slots.start(at: state.pointee.records.count &* (count &+ 1), count: count &+ 1)
    }

    /// The number of bytes that are not in the response so far.
    package var writtenCount: Int { state.pointee.written.count }

    /// Sets the place of a value of the current record. The last one counts.
    @inline(__always)
    private func set(_ value: Int, _ slot: ValueSlot?) {
        precondition(value >= 0 && value < count, "No value has that position.")
        guard let slot else { return state.pointee.isComplete = false }
        state.pointee.slots.set(value, slot)
    }

    /// Sets the place of a value of the current record in the response.
    ///
    /// - Parameter isPlainText: Whether it is a text without escapes that is UTF-8.
    package func set(_ value: Int, found place: Range<Int>, isPlainText: Bool) {
        set(
            value,
            ValueSlot(isPlainText ? .responseText : .response, start: place.lowerBound, end: place.upperBound)
        )
    }

    /// Sets the place of a value of the current record to what was written from a position on.
    package func set(_ value: Int, writtenFrom start: Int) {
        set(value, ValueSlot(.written, start: start, end: state.pointee.written.count))
        // A number must not continue in what is written next.
        state.pointee.written.append(UInt8(ascii: ","))
    }

    /// Finishes the current record.
    ///
    /// - Parameters:
    ///   - envelope: The place of the instance without its values among the written bytes; `nil` if the record has parts
    ///     that only an assembled instance has.
    ///   - record: The record in the response.
    package func finish(envelope: Range<Int>?, record: Range<Int>) -> StoredSlice {
        if let envelope, state.pointee.isComplete,
            let slot = ValueSlot(.written, start: envelope.lowerBound, end: envelope.upperBound)
        {
            state.pointee.slots.set(count, slot)
        }
        state.pointee.records.append(record)
        return StoredSlice(state.pointee.records.count &- 1, of: self)
    }

    // MARK: - Reading

    /// Whether the values are those of a table's fields.
    func areValues(of other: FieldTable) -> Bool {
        other === table
            || other.fields.elementsEqual(table.fields) { $0.name == $1.name }
    }

    /// The record as an instance.
    func instance(_ record: Int) -> StoredSlice? { assembling(response, state.pointee.records[record]) }

    /// Calls the body with the values of a record. Returns what it returns, or `false` if the values cannot be read
    /// directly.
    func withValues(_ record: Int, _ body: (UnsafePointer<RecordValues>) -> Bool) -> Bool {
        response.withUnsafeBytes { response in
            state.pointee.written.owner.withBytes(upTo: state.pointee.written.count) { written in
                let slots = state.pointee.slots.all
                let start = record &* (count &+ 1)
                precondition(record >= 0 && start &+ count < slots.count, "No record has that position.")
                let values = RecordValues(
                    slots: UnsafeBufferPointer(rebasing: slots[start..<start &+ count]),
                    response: JSONBytes(response), written: JSONBytes(written),
                    envelope: slots[start &+ count])
                guard values.envelope.form == .written else { return false }
                return withUnsafePointer(to: values, body)
            }
        }
    }
}

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
