/// A value that a `JSONWriter` could not write and replaced by null.
@usableFromInline
package final class JSONFlaw: Sendable {
    /// The position of the null in the writer's bytes.
    package let offset: Int
    /// The value in readable form: `nan`, `1e+300 s since 1970`.
    package let value: String
    package let expected: String

    init(at offset: Int, _ value: String, expected: String) {
        self.offset = offset
        self.value = value
        self.expected = expected
    }
}

extension JSONWriter {
    /// Writes null for a value that cannot be written, and records the first one.
    @usableFromInline
    mutating func unwritable(_ value: String, expected: String) {
        // A comma may come before it.
        if flaw == nil {
            flaw = JSONFlaw(at: bytes.count + (needsComma ? 1 : 0), value, expected: expected)
        }
        null()
    }
}
