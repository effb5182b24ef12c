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

/// Where the JSON of a value is: in a response, or among the bytes that were written while the response was parsed.
///
/// Small, because a page has one for each value.
struct ValueSlot {
    enum Form: UInt8 {
        case none
        /// JSON in the response.
        case response
        /// A JSON text in the response that has no escapes and is UTF-8. The text ends one byte before `end`.
        case responseText
        /// JSON among the written bytes.
        case written
    }

    private var first: UInt32 = 0
    private var last: UInt32 = 0
    private(set) var form = Form.none

    /// The place of a value that is missing.
    init() {}

    /// `nil` if the place is past the first two gigabytes.
    @inline(__always)
    init?(_ form: Form, start: Int, end: Int) {
        guard start >= 0, end >= start, end <= Int(Int32.max) else { return nil }
        first = UInt32(truncatingIfNeeded: start)
        last = UInt32(truncatingIfNeeded: end)
        self.form = form
    }

    @inline(__always) var start: Int { Int(truncatingIfNeeded: first) }
    /// The end of the JSON.
    @inline(__always) var end: Int { Int(truncatingIfNeeded: last) }
}
