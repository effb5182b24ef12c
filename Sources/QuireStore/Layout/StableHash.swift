#if SQLite
/// A hash of texts that is the same in every run of every program: FNV-1a.
struct StableHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    init(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// Up to sixteen hexadecimal digits.
    var digits: String { String(value, radix: 16) }
}
#endif
