import Foundation

/// An instance from a response: JSON in HALO's format, stored among others from the same response, or a record that is
/// turned into such JSON only on demand.
package struct StoredSlice: Sendable {
    enum Content: Sendable {
        case bytes(ByteOwner, Range<Int>)
        case record(FoundValues, Int)
    }

    let content: Content

    package init(owner: ByteOwner, range: Range<Int>) { content = .bytes(owner, range) }

    init(_ record: Int, of values: FoundValues) { content = .record(values, record) }

    /// Calls the body with the instance's bytes, which are valid only during the call.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        switch content {
        case .bytes(let owner, let range):
            return owner.withBytes(upTo: range.upperBound) {
                body(UnsafeRawBufferPointer(rebasing: $0[range]))
            }
        case .record(let values, let record):
            // Assembling the same bytes again cannot fail. No bytes would be an error of every reader.
            guard let instance = values.instance(record), case .bytes = instance.content else {
                return body(UnsafeRawBufferPointer(start: nil, count: 0))
            }
            return instance.withBytes(body)
        }
    }

    package var data: Data { withBytes { Data($0) } }

    /// Whether this is exactly one value, so that it cannot be mistaken for several items.
    package var isOneValue: Bool {
        withBytes { buffer in
            do throws(ValueDecodingError) {
                try JSONCursor.withCursor(over: buffer) { (json) throws(ValueDecodingError) in
                    try json.skipValue()
                    try json.expectEnd()
                }
                return true
            } catch {
                return false
            }
        }
    }
}
