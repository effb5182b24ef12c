import Foundation

/// Decides how a mark is folded: it forms a new letter with the one before it, it is dropped, or it is kept.
enum MarkRules {
    /// Whether the character may combine with the one before it.
    static func joins(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory.isMark || isTrailingHangul(scalar.value)
            || ScriptRules.isAttached(scalar) || ScriptRules.isSecondHalf(scalar)
    }

    /// Whether the character is a mark that never forms a new letter.
    static func isPlain(_ mark: Unicode.Scalar, _ language: FoldingLanguage) -> Bool {
        guard mark.properties.generalCategory.isMark, !composing.contains(mark) else { return false }
        return language == .common || !(0x300...0x36F ~= mark.value)
    }

    /// The letter that a character and a mark form, if that counts as a separate letter.
    static func composition(
        of base: Unicode.Scalar, _ mark: Unicode.Scalar, _ language: FoldingLanguage
    ) -> Unicode.Scalar? {
        if base.value < 0x400 {
            // Turkic: İ folds to i, and Î is the capital of î.
            return language == .turkic && base == "ı" && 0x300...0x36F ~= mark.value ? "i" : nil
        }
        if isTrailingHangul(mark.value) { return hangul(base.value, mark.value) }
        return letters[Pair(base: base, mark: mark)]
    }

    /// Whether the mark is dropped: diacritics of Latin, Greek and Cyrillic letters, and vowel points.
    static func isLeftOut(_ mark: Unicode.Scalar) -> Bool {
        guard mark.properties.generalCategory.isMark else { return false }
        if 0x300...0x36F ~= mark.value { return true }
        if mark.properties.generalCategory == .enclosingMark { return true }
        return leftOut.contains { $0.contains(mark.value) }
    }

    private static let leftOut: [ClosedRange<UInt32>] = [
        0x0483...0x0489,  // Cyrillic titlo and its like
        0x0591...0x05C7,  // Hebrew accents and points
        0x0610...0x061A, 0x064B...0x065F, 0x0670...0x0670, 0x06D6...0x06ED,  // Arabic
        0x0711...0x0711, 0x0730...0x074A,  // Syriac
        0x0897...0x089F, 0x08CA...0x08FF, 0x10EFC...0x10EFF,  // Arabic extensions
        0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,  // Of any script
        0x2DE0...0x2DFF, 0xA66F...0xA67D, 0xA69E...0xA69F,  // Cyrillic letters above others
    ]

    private struct Pair: Hashable {
        var base: Unicode.Scalar
        var mark: Unicode.Scalar
    }

    private static let letters: [Pair: Unicode.Scalar] = {
        var letters: [Pair: Unicode.Scalar] = [:]
        // Accents only: ѐ, ё, ѝ, ѷ.
        let accented: Set<UInt32> = [0x0450, 0x0451, 0x045D, 0x0477]
        for value in [0x0430...0x052F, 0x0624...0x0624, 0x0626...0x0626, 0x3041...0x30FF]
            as [ClosedRange<UInt32>]
        {
            for scalar in value.compactMap(Unicode.Scalar.init) where !accented.contains(scalar.value) {
                let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
                guard parts.count == 2 else { continue }
                letters[Pair(base: parts[0], mark: parts[1])] = scalar
            }
        }
        return letters
    }()

    private static let composing = Set(letters.keys.map(\.mark))

    /// Vowels and final consonants that form a syllable with the preceding letter.
    private static func isTrailingHangul(_ value: UInt32) -> Bool {
        0x1161...0x1175 ~= value || 0x11A8...0x11C2 ~= value
    }

    private static func hangul(_ base: UInt32, _ part: UInt32) -> Unicode.Scalar? {
        if 0x1100...0x1112 ~= base, 0x1161...0x1175 ~= part {
            return Unicode.Scalar(0xAC00 + ((base - 0x1100) * 21 + part - 0x1161) * 28)
        }
        if 0xAC00...0xD7A3 ~= base, (base - 0xAC00) % 28 == 0, part >= 0x11A8 {
            return Unicode.Scalar(base + part - 0x11A7)
        }
        return nil
    }
}

extension Unicode.GeneralCategory {
    package var isMark: Bool {
        switch self {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
