/// Recognizes texts that are not encoded as UTF-8, and says how to convert them.
enum TextEncoding {
    /// The encoding of a file whose first bytes are those of UTF-16 or UTF-32, with or without a byte order mark.
    static func wide(_ head: [UInt8]) -> (name: String, hasMark: Bool)? {
        let start = Array(head.prefix(4))
        if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] { return ("UTF-32", true) }
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return ("UTF-16", true) }
        let sample = head.prefix(4096)
        guard sample.contains(0) else { return nil }
        // The code points of Unicode need 21 bits, so that of four bytes one is zero, and one is small.
        func isWide(zero: Int, small: Int) -> Bool {
            sample.count >= 8
                && sample.enumerated().allSatisfy {
                    $0 % 4 == zero ? $1 == 0 : $0 % 4 != small || $1 <= 0x10
                }
        }
        if isWide(zero: 3, small: 2) { return ("UTF-32LE", false) }
        if isWide(zero: 0, small: 1) { return ("UTF-32BE", false) }
        switch start.map({ $0 == 0 }) {
        case [false, true, false, true]: return ("UTF-16LE", false)
        case [true, false, true, false]: return ("UTF-16BE", false)
        default: return zeroes(sample)
        }
    }

    /// The byte order of UTF-16 whose texts are mostly not Latin: separators and line ends have the only zeroes.
    private static func zeroes(_ sample: ArraySlice<UInt8>) -> (name: String, hasMark: Bool)? {
        var counts = [0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { counts[index % 2] += 1 }
        // A few zeroes in a text that is UTF-8 are damage.
        let count = counts[0] + counts[1]
        guard count * 4 >= sample.count || count * 50 >= sample.count && exactText(Array(sample)) == nil
        else {
            return nil
        }
        if counts[0] == 0 { return ("UTF-16LE", false) }
        if counts[1] == 0 { return ("UTF-16BE", false) }
        return nil
    }

    /// How to convert a text that is not UTF-8, as a sentence.
    ///
    /// WINDOWS-1252 has the letters of ISO-8859-1, and quotation marks and the euro sign in place of its control
    /// characters.
    static func advice(for bytes: some Sequence<UInt8>, path: String) -> String {
        let file = ShellWord.quoted(path)
        if bytes.contains(where: { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }) {
            return "Find its encoding (file -i \(file)), and convert it, for example: "
                + "iconv -f SHIFT_JIS -t UTF-8 \(file)"
        }
        return "Convert it, for example: iconv -f WINDOWS-1252 -t UTF-8 \(file)"
    }
}
