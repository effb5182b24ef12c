import Foundation

/// The folding of a single character. The scanner reads the table that is built from these rules.
struct FoldingRules {
    let language: FoldingLanguage

    /// How the scanner treats a character.
    enum Kind: UInt8 {
        case separator, transparent, symbol, spaced, single
        /// A mark that is kept, and one that is dropped. Neither forms a new letter with the one before it.
        case mark, leftOutMark
        /// Characters that may combine with others. They are folded scalar by scalar.
        case composing
    }

    /// - Parameters:
    ///   - canonical: The canonical decomposition of the character.
    ///   - compatible: The compatibility decomposition of the character.
    func entry(
        of scalar: Unicode.Scalar, canonical: [Unicode.Scalar], compatible: [Unicode.Scalar]
    ) -> (kind: Kind, folded: [Unicode.Scalar]) {
        let properties = scalar.properties
        if scalar.value == 0x200B { return (.separator, []) }
        if scalar == Self.tatweel || properties.isDefaultIgnorableCodePoint { return (.transparent, []) }
        if properties.generalCategory.isSymbol || isApostrophe(scalar) {
            return (.symbol, symbol(scalar, canonical))
        }
        guard properties.generalCategory.isOfWords else { return (.separator, []) }
        // A compatibility form such as Ⅷ is lowercased by the common rules in every language.
        let rules = canonical == compatible ? self : FoldingRules(language: .common)
        return rules.word(scalar, compatible)
    }

    private static let tatweel: Unicode.Scalar = "\u{640}"

    /// Letters that look like apostrophes and are often typed as such.
    private func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { 0x02BB...0x02BF ~= scalar.value }

    private func symbol(_ scalar: Unicode.Scalar, _ canonical: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let bare = canonical.filter { !$0.properties.generalCategory.isMark }
        guard bare.count == 1 else { return [scalar] }
        let form = String(bare[0]).decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.generalCategory.isMark
        }
        guard form.count == 1, let only = form.first, only.properties.generalCategory.isSymbol else {
            // Circled letters have upper and lower case.
            return Array(bare[0].properties.lowercaseMapping.unicodeScalars)
        }
        return [only]
    }

    private func word(_ scalar: Unicode.Scalar, _ compatible: [Unicode.Scalar]) -> (Kind, [Unicode.Scalar]) {
        if ScriptRules.isAttached(scalar) || ScriptRules.isSecondHalf(scalar) {
            return (.composing, [scalar])
        }
        let isHangul = 0xAC00...0xD7A3 ~= scalar.value
        let parts = compatible.filter { $0 != Self.tatweel && (!isApostrophe($0) || $0 == scalar) }
        var folded = isHangul ? [scalar] : parts.flatMap(letters)
        for _ in 0..<3 where !isHangul {
            let next = folded.flatMap { part in
                String(part).decomposedStringWithCompatibilityMapping.unicodeScalars.flatMap(letters)
            }
            if next == folded { break }
            folded = next
        }
        let bases = folded.filter { !MarkRules.joins($0) }
        let isOneWord =
            folded.allSatisfy { $0.properties.generalCategory.isOfWords && !isApostrophe($0) }
            && (bases.count <= 1 || !bases.contains(where: ScriptRules.isUnspaced))
        folded = isOneWord ? settled(folded) : letters(scalar)
        if folded.count == 1, MarkRules.isPlain(folded[0], language) {
            return (MarkRules.isLeftOut(folded[0]) ? .leftOutMark : .mark, folded)
        }
        if folded.contains(where: MarkRules.joins) { return (.composing, folded) }
        return (folded.first.map(ScriptRules.isUnspaced) == true ? .single : .spaced, folded)
    }

    /// Combines marks with their letters the way the scanner does, so that it does not have to.
    private func settled(_ folded: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var settled: [Unicode.Scalar] = []
        for scalar in folded {
            if let last = settled.last, MarkRules.joins(scalar) {
                if let letter = MarkRules.composition(of: last, scalar, language) {
                    settled[settled.count - 1] = letter
                    continue
                }
                if MarkRules.isLeftOut(scalar) { continue }
            }
            settled.append(scalar)
        }
        return settled
    }

    /// Lowercases a character of a decomposition and maps it to plain letters and digits.
    private func letters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let properties = scalar.properties
        if properties.generalCategory.isMark { return [scalar] }
        if properties.generalCategory == .decimalNumber, let value = properties.numericValue {
            return Array(String(Int(value)).unicodeScalars)
        }
        if language == .turkic, scalar == "I" || scalar == "ı" { return ["ı"] }
        if let letter = ScriptRules.hiragana(of: scalar) ?? HanVariants.simplified(scalar) { return [letter] }
        return properties.uppercaseMapping.unicodeScalars
            .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
            .flatMap { Self.plain[$0] ?? [$0] }
    }

    /// Letters without a decomposition and the letters that people type for them, in lower case.
    private static let plain: [Unicode.Scalar: [Unicode.Scalar]] = {
        let letters: [(String, String)] = [
            ("a", "ⱥ"), ("ae", "æ"), ("b", "ƀɓƃ"), ("c", "ȼƈ"), ("d", "đðɖɗƌ"), ("e", "ɇ"), ("f", "ƒ"),
            ("g", "ǥɠ"),
            ("h", "ħⱨ"), ("i", "ɨ"), ("j", "ɉ"), ("k", "ƙꝁ"), ("l", "łƚⱡ"), ("n", "ŉɲƞ"), ("o", "øɵ"),
            ("oe", "œ"),
            ("p", "ƥᵽ"), ("r", "ɍ"), ("t", "ŧƭⱦ"), ("th", "þ"), ("u", "ʉ"), ("v", "ʋ"), ("y", "ɏƴ"),
            ("z", "ƶȥ"),
            // Letters that Arabic, Persian and Urdu keyboards have in one place.
            ("ا", "ٱ"), ("ك", "کڪ"), ("ي", "یى"), ("ه", "ہةەۃ"),
        ]
        var plain: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for (letter, variants) in letters {
            for variant in variants.unicodeScalars { plain[variant] = Array(letter.unicodeScalars) }
        }
        return plain
    }()
}

extension Unicode.GeneralCategory {
    /// Punctuation and symbols.
    var isSymbol: Bool {
        switch self {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    /// Letters, marks, numbers, private use.
    var isOfWords: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }
}

/// The language whose rules apply when letters are folded.
enum FoldingLanguage: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Most languages.
    case common
    /// Turkish and Azerbaijani, where i and ı are two letters.
    case turkic

    /// - Parameter locale: A language code, with or without a region: `tr`, `tr-TR`, `az_Latn_AZ`.
    init(locale: String?) {
        let language = locale?.split { $0 == "-" || $0 == "_" }.first?.lowercased()
        self = language == "tr" || language == "az" ? .turkic : .common
    }

    var description: String { rawValue }
}

/// Traditional characters and their simplified forms, by the tables that Foundation has for the transformation of Chinese.
enum HanVariants {
    /// The simplified form of a traditional character; `nil` if there is none, or it is the same.
    static func simplified(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        isHan(scalar.value) ? table[scalar] : nil
    }

    private static func isHan(_ value: UInt32) -> Bool { ranges.contains { $0.contains(value) } }

    private static let ranges: [ClosedRange<UInt32>] = [0x3400...0x4DBF, 0x4E00...0x9FFF]

    /// Created in one call. Each character stands on a line of its own, so that none is read together with its neighbours.
    private static let table: [Unicode.Scalar: Unicode.Scalar] = {
        let characters = ranges.joined().compactMap(Unicode.Scalar.init)
        let lines = characters.map { String($0) }.joined(separator: "\n")
        let transform = StringTransform("Hant-Hans")
        let simplified = lines.applyingTransform(transform, reverse: false)?.split(separator: "\n") ?? []
        guard simplified.count == characters.count else { return [:] }
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (character, form) in zip(characters, simplified) {
            let scalars = form.unicodeScalars
            if let only = scalars.first, scalars.count == 1, only != character { table[character] = only }
        }
        return table
    }()
}

/// The characters of scripts that are written without spaces between words.
enum ScriptRules {
    /// Whether the character, together with its marks, is a word of its own.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x0E01 { return false }
        return ranges.contains { $0.contains(value) }
    }

    /// Letters that follow their base character like marks: the sara am of Thai and Lao.
    static func isAttached(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x0E33 || scalar.value == 0x0EB3
    }

    /// The vowel that forms a sara am with the circle before it: ํ and า are ำ.
    static func isSecondHalf(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x0E32 || scalar.value == 0x0EB2
    }

    /// The hiragana for a letter of katakana.
    static func hiragana(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x30A1...0x30F6, 0x30FD...0x30FE: Unicode.Scalar(scalar.value - 0x60)
        default: nil
        }
    }

    private static let ranges: [ClosedRange<UInt32>] = [
        0x0E01...0x0EFF,  // Thai, Lao
        0x1000...0x109F,  // Myanmar
        0x1780...0x17FF,  // Khmer
        0x1950...0x19DF,  // Tai Le, New Tai Lue
        0x1A20...0x1AAF,  // Tai Tham
        0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C,  // Marks of Han and kana
        0x3041...0x30FF,  // Hiragana, Katakana
        0x3105...0x312F, 0x31A0...0x31BF,  // Bopomofo
        0x31F0...0x31FF,  // Katakana extensions
        0x3400...0x4DBF, 0x4E00...0x9FFF,  // Han
        0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Myanmar extensions
        0xAA80...0xAADF,  // Tai Viet
        0xF900...0xFAFF,  // Han
        0x16FE0...0x18DFF,  // Tangut, Khitan, and their marks
        0x1AFF0...0x1B16F,  // Kana extensions
        0x1B170...0x1B2FF,  // Nushu
        0x20000...0x3FFFF,  // Han
    ]
}
