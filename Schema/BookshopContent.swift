public import Quire

/// An International Standard Book Number: thirteen digits, or ten in books from before 2007.
///
/// A custom scalar of `bookshop.json`. A text that cannot be such a number is refused when an item is read, and the
/// error names the item; a number with a wrong check digit is kept, because books with misprinted numbers exist.
/// The text stays as the content system has it, so that filters compare what is stored.
public struct ISBN: ContentScalar {
    public let rawValue: String

    /// Takes ten or thirteen digits, with or without hyphens. Zeros that a spreadsheet took from the front of a number
    /// of ten digits may be missing.
    public init?(rawValue: String) {
        guard Self.digits(of: rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }

    /// Whether the check digit is right.
    public var isValid: Bool {
        guard let digits = Self.digits(of: rawValue) else { return false }
        return digits.count == 13
            ? Self.checkDigit(of: digits.dropLast()) == digits[12]
            // Modulo 11, with weights from 10 down to 1; ten is written X.
            : digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }.isMultiple(of: 11)
    }

    /// The number in thirteen digits, without hyphens: two texts name the same edition when these are equal.
    public var thirteenDigits: String {
        guard let digits = Self.digits(of: rawValue) else { return rawValue }
        guard digits.count == 10 else { return digits.map(String.init).joined() }
        let twelve = [9, 7, 8] + digits.dropLast()
        return (twelve + [Self.checkDigit(of: twelve[...])]).map(String.init).joined()
    }

    /// Thirteen or ten digits; `nil` where the text has another shape.
    private static func digits(of text: String) -> [Int]? {
        let characters = Array(text.utf8).filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard (7...10).contains(characters.count) || characters.count == 13 else { return nil }
        var digits = Array(repeating: 0, count: max(0, 10 - characters.count))
        for (place, character) in characters.enumerated() {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(Int(character - UInt8(ascii: "0")))
            case UInt8(ascii: "X") where place == characters.count - 1 && characters.count < 13:
                digits.append(10)
            default: return nil
            }
        }
        return digits
    }

    /// Modulo 10, with weights 1 and 3 in turn.
    private static func checkDigit(of digits: ArraySlice<Int>) -> Int {
        let sum = digits.enumerated().reduce(0) { $0 + ($1.offset.isMultiple(of: 2) ? 1 : 3) * $1.element }
        return (10 - sum % 10) % 10
    }
}

extension ISBN: CustomStringConvertible {
    public var description: String { rawValue }
}
