extension String {
    /// The text for one line of a terminal or a log: control characters, line separators and characters that change the
    /// direction of the text are shown as `\u{1b}`, so that content cannot steer what shows it.
    package var printed: String {
        guard unicodeScalars.contains(where: \.isHiddenInPrint) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isHiddenInPrint {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The first characters of the text, followed by `…` where it is longer.
    func shortened(to count: Int) -> String {
        guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return self[..<end] + "…"
    }
}

extension Unicode.Scalar {
    fileprivate var isHiddenInPrint: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x061C, 0x200E...0x200F, 0x202A...0x202E,
            0x2066...0x2069, 0xFEFF:
            true
        default: false
        }
    }
}

extension JSONWriter {
    /// What was written, for people to read.
    var printed: String { String(decoding: bytes, as: UTF8.self).printed.shortened(to: 1_000) }
}
