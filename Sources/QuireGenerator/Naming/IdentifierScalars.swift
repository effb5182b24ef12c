/// Classifies the Unicode scalars of Swift identifiers that people can read.
enum IdentifierScalars {
    enum Kind {
        /// A letter, a digit or a pictograph, which is part of a word.
        case word
        /// A mark that may not come first.
        case mark
        /// A symbol with a name: `+` is "plus".
        case symbol
        /// An invisible character. It is dropped and does not end a word.
        case invisible
        /// Any other character. It ends a word.
        case separator
    }

    static func kind(of scalar: Unicode.Scalar) -> Kind {
        let value = scalar.value
        if value < 0x80 {
            switch value {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .word
            case 0x23, 0x25, 0x26, 0x2B, 0x3C...0x3E, 0x40: return .symbol
            case 0x27: return .invisible
            default: return .separator
            }
        }
        if value == 0x2019 { return .invisible }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format {
            return .invisible
        }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark:
            return contains(marks, value) || contains(heads, value) ? .mark : .invisible
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber:
            return contains(heads, value) ? .word : .separator
        case .currencySymbol: return .symbol
        case .otherSymbol, .modifierSymbol:
            return value >= 0x1F000 && contains(heads, value) ? .word : .separator
        default:
            return .separator
        }
    }

    /// The scalars that may begin an identifier, according to the language grammar.
    private static let heads: [ClosedRange<UInt32>] = [
        0xAA...0xAA, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
        0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF, 0x2070...0x20CF, 0x2100...0x218F,
        0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F,
        0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFFFD,
        0x10000...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]

    /// The scalars that may only follow.
    private static let marks: [ClosedRange<UInt32>] = [
        0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    ]

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
        for range in ranges {
            if value < range.lowerBound { return false }
            if value <= range.upperBound { return true }
        }
        return false
    }
}
