// Percent-encoding of every byte except RFC 3986's unreserved characters.

extension UInt8 {
    /// Whether the character stands for itself everywhere in a URL: a letter, a digit, or one of `-._~`.
    @inlinable
    package var isUnreservedInURL: Bool {
        // One bit for each character of ASCII.
        let bits: UInt64 = self < 64 ? 0x03FF_6000_0000_0000 : 0x47FF_FFFE_87FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }

    /// The two digits of the byte in a URL.
    @inlinable
    package var hexadecimalDigits: (UInt8, UInt8) {
        func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x37 + number }
        return (digit(self >> 4), digit(self & 15))
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Writes the percent-encoded form of bytes, at most three for each, and returns the number of bytes written.
    package func write(percentEncoded text: UnsafeBufferPointer<UInt8>) -> Int {
        precondition(count >= text.count * 3, "A byte has three characters at most.")
        guard let start = baseAddress else { return 0 }
        var next = start
        for byte in text {
            if byte.isUnreservedInURL {
                next.pointee = byte
                next += 1
            } else {
                let (high, low) = byte.hexadecimalDigits
                next.pointee = UInt8(ascii: "%")
                next[1] = high
                next[2] = low
                next += 3
            }
        }
        return next - start
    }
}

extension [UInt8] {
    /// Appends the percent-encoded form of bytes.
    package mutating func append(percentEncoded text: UnsafeBufferPointer<UInt8>) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count * 3) { encoded in
            let count = encoded.write(percentEncoded: text)
            append(contentsOf: UnsafeBufferPointer(rebasing: encoded[..<count]))
        }
    }
}
