/// A hash that is the same in every process and on every platform: 64-bit FNV-1a.
///
/// It distinguishes names and versions. It does not withstand anyone who looks for two texts with the same hash.
package struct StableHash: Hashable, Sendable {
    package private(set) var value: UInt64

    /// The hash of nothing. Another seed gives hashes that are independent of these.
    package init(seed: UInt64 = 0xcbf2_9ce4_8422_2325) { value = seed }

    package init(_ text: String) {
        self.init()
        add(text)
    }

    /// Sixteen hexadecimal digits.
    package var digits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package mutating func add(_ text: String) {
        var text = text
        // A loop over a sequence is many times slower in a build tool without optimization.
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                add(bytes[index])
                index += 1
            }
        }
    }

    @inline(__always)
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
