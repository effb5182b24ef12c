import QuireCore
import QuireEngine
import QuireRemote

/// Texts in a form in which PocketBase's search for a part (`~`) is exact.
///
/// That search ignores the case of ASCII letters, and the server's database ends a searched text at its first NUL. So
/// upper-case letters and NUL are replaced by characters of Unicode's private use area. Those that stand for something
/// here are replaced by codes if they occur in a text. A code begins with a character that occurs nowhere else, so a
/// part of a text is found exactly where it begins and ends with whole characters.
enum SearchedText {
    /// Before the first value, between two, and after the last one.
    static let separator: Unicode.Scalar = "\u{E0F0}"
    /// Begins a code, which has five digits of these two.
    private static let lead: Unicode.Scalar = "\u{E0F1}"
    private static let digits: [Unicode.Scalar] = ["\u{E0F2}", "\u{E0F3}"]
    /// Stands for `A`. The other letters follow.
    private static let letterA: UInt32 = 0xE100

    /// The text so that only an equal text, with the same case, has the same form.
    static func exact(_ text: String) -> String { encoded(text, marksCase: true) }

    /// The text in lower case, so that texts that differ in case only have the same form.
    static func lower(_ text: String) -> String { encoded(text.lowercased(), marksCase: false) }

    /// The values of a field, each between two separators. Empty without values.
    static func joined(_ parts: [String]) -> String {
        guard !parts.isEmpty else { return "" }
        let mark = String(separator)
        return mark + parts.map { $0 + mark }.joined()
    }

    private static func encoded(_ text: String, marksCase: Bool) -> String {
        if text.utf8.allSatisfy({ isPlain($0, marksCase: marksCase) }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let number = number(of: scalar) {
                result.append(lead)
                for bit in 0..<5 { result.append(digits[number >> bit & 1]) }
            } else if marksCase, ("A"..."Z").contains(scalar),
                let mark = Unicode.Scalar(letterA + scalar.value - 0x41)
            {
                result.append(mark)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The number of a character that has a code.
    private static func number(of scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0: 31
        case letterA..<letterA + 26: Int(scalar.value - letterA)
        case separator.value...separator.value + 3: 26 + Int(scalar.value - separator.value)
        default: nil
        }
    }

    private static func isPlain(_ byte: UInt8, marksCase: Bool) -> Bool {
        // The UTF-8 of all these characters begins with EE.
        byte != 0 && byte != 0xEE && !(marksCase && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte))
    }
}

/// Texts that stand for values in Quire's own columns.
enum ColumnText {
    /// A text that is the same for two values exactly if they are equal; `nil` if the field cannot hold the value.
    static func exact(_ value: EvaluatedValue, of field: RecordField) -> String? {
        switch (field.indexed.comparison, value) {
        case (.text, .text(let text)): SearchedText.exact(text)
        case (.boolean, .boolean(let truth)): truth ? "1" : "0"
        case (.number, _), (.date, _): order(value, of: field)
        default: nil
        }
    }

    /// A text that sorts by its bytes as the values do, and is never empty; `nil` if the field cannot hold the value.
    static func order(_ value: EvaluatedValue, of field: RecordField) -> String? {
        switch field.indexed.comparison {
        case .text: value.text.map { "=" + $0 }
        case .number, .date:
            if field.isDouble {
                value.exactDouble.map { OrderKey.hexadecimal(of: OrderKey.integer(of: $0)) }
            } else {
                value.exactInteger.map(OrderKey.hexadecimal)
            }
        case .boolean, .place, .nothing: nil
        }
    }

    /// What a column holds of an integer beyond ±2^53: the nearest number that is still a 64-bit integer.
    static func column(of integer: Int64) -> Double { min(Double(integer), 0x1p63.nextDown) }

    /// Whether a PocketBase number holds the integer exactly, and no other integer has the same number.
    static func isExact(_ integer: Int64) -> Bool { integer.magnitude < 1 << 53 }
}
