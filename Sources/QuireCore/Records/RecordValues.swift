/// The values of one record, for a reader.
@usableFromInline
struct RecordValues {
    /// The largest number of fields that a record can have: readers have one bit for each.
    static var mostFields: Int { 64 }

    /// The places of the values by field. Valid while the record is read.
    let slots: UnsafeBufferPointer<ValueSlot>
    let response: JSONBytes
    let written: JSONBytes
    /// The place of the instance without its values, which is written.
    let envelope: ValueSlot
}
