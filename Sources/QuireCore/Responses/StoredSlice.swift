import Foundation

/// A JSON instance in HALO's format, stored among others from the same response.
package struct StoredSlice: Sendable {
    package let owner: ByteOwner
    package let range: Range<Int>

    package init(owner: ByteOwner, range: Range<Int>) {
        self.owner = owner
        self.range = range
    }

    /// Calls the body with the instance's bytes, which are valid only during the call.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        owner.withBytes(upTo: range.upperBound) { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
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
