import Foundation

/// An instance as JSON in HALO's form, among others that were put together from the same answer.
package struct StoredSlice: Sendable {
    package let owner: ByteOwner
    package let range: Range<Int>

    package init(owner: ByteOwner, range: Range<Int>) {
        self.owner = owner
        self.range = range
    }

    /// The instance's bytes, for as long as the call.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        owner.withBytes(upTo: range.upperBound) { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    package var data: Data { withBytes { Data($0) } }

    /// Whether it is one value and nothing behind it, so that it cannot pass for more than one item.
    package var isOneValue: Bool {
        withBytes { buffer in
            do throws(DecodingFailure) {
                try JSONCursor.withCursor(over: buffer) { (json) throws(DecodingFailure) in
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
