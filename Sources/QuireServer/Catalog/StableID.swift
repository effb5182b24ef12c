/// Makes ids of 24 hexadecimal digits, as HALO's are. The same text gives the same id in every run.
enum StableID {
    static func make(_ text: String) -> String {
        func hash(_ seed: UInt64) -> UInt64 {
            text.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        }
        return hex(hash(0xCBF2_9CE4_8422_2325), 16) + hex(hash(0x84222325_CBF29CE4) & 0xFFFF_FFFF, 8)
    }

    /// One of HALO's numbered ids: `000000000000000000000008`.
    static func numbered(_ number: Int) -> String { padded("\(number)", 24) }

    private static func hex(_ value: UInt64, _ digits: Int) -> String {
        padded(String(value, radix: 16), digits)
    }

    private static func padded(_ text: String, _ length: Int) -> String {
        String(repeating: "0", count: max(0, length - text.count)) + text
    }
}
