#if SQLite
/// Base64 as in RFC 4648, with padding. Foundation's needs a copy of the bytes as `Data`, and much longer for short ones.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            digits.withUnsafeBufferPointer { digits in
                var count = 0
                for start in stride(from: 0, to: bytes.count, by: 3) {
                    let second = start + 1 < bytes.count ? bytes[start + 1] : 0
                    let third = start + 2 < bytes.count ? bytes[start + 2] : 0
                    let group = Int(bytes[start]) << 16 | Int(second) << 8 | Int(third)
                    text[count] = digits[group >> 18]
                    text[count + 1] = digits[group >> 12 & 63]
                    text[count + 2] =
                        start + 1 < bytes.count ? digits[group >> 6 & 63] : UInt8(ascii: "=")
                    text[count + 3] = start + 2 < bytes.count ? digits[group & 63] : UInt8(ascii: "=")
                    count += 4
                }
                return count
            }
        }
    }
}
#endif
