extension String {
    /// The text with every byte percent-encoded except RFC 3986's unreserved characters.
    package var percentEncoded: String {
        guard !utf8.allSatisfy(\.isUnreservedInURL) else { return self }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count * 3)
        for byte in utf8 {
            if byte.isUnreservedInURL {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

private func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x37 + number }

extension UInt8 {
    /// Whether the character stands for itself everywhere in a URL: a letter, a digit, or one of `-._~`.
    fileprivate var isUnreservedInURL: Bool {
        // One bit for each character of ASCII.
        let bits: UInt64 = self < 64 ? 0x03FF_6000_0000_0000 : 0x47FF_FFFE_87FF_FFFE
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }
}

extension UInt64 {
    /// Sixteen lowercase hexadecimal digits.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension UInt8 {
    /// The two hexadecimal digits of the byte, in lower case.
    package var lowercaseDigits: (UInt8, UInt8) {
        func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x61 + number - 10 }
        return (digit(self >> 4), digit(self & 15))
    }
}
