import Foundation

/// What a single character becomes: the rules behind the table that the scanner reads.
struct FoldingRules {
    let language: FoldingLanguage

    /// What the scanner does with a character.
    enum Kind: UInt8 {
        case separator, transparent, symbol, spaced, single
        /// A mark that stays, one that does not count; neither makes another letter of any.
        case mark, leftOutMark
        /// Characters that may join others: folded scalar by scalar.
        case composing
    }

    /// - Parameters:
    ///   - canonical: The character's canonical decomposition.
    ///   - compatible: Its compatibility decomposition.
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
        // A form of characters, such as Ⅷ, has the case that it has anywhere.
        let rules = canonical == compatible ? self : FoldingRules(language: .common)
        return rules.word(scalar, compatible)
    }

    private static let tatweel: Unicode.Scalar = "\u{640}"

    /// Letters that are apostrophes to the eye, and are as often typed so.
    private func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { 0x02BB...0x02BF ~= scalar.value }

    private func symbol(_ scalar: Unicode.Scalar, _ canonical: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let bare = canonical.filter { !$0.properties.generalCategory.isMark }
        guard bare.count == 1 else { return [scalar] }
        let form = String(bare[0]).decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.generalCategory.isMark
        }
        guard form.count == 1, let only = form.first, only.properties.generalCategory.isSymbol else {
            // Circled letters have a case.
            return Array(bare[0].properties.lowercaseMapping.unicodeScalars)
        }
        return [only]
    }

    private func word(_ scalar: Unicode.Scalar, _ compatible: [Unicode.Scalar]) -> (Kind, [Unicode.Scalar]) {
        if ScriptRules.isAttached(scalar) { return (.composing, [scalar]) }
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

    /// Joins the marks to their letters as the scanner does, so that it need not.
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

    /// A character of a decomposition without case, in the letters and digits that stand for it.
    private func letters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let properties = scalar.properties
        if properties.generalCategory.isMark { return [scalar] }
        if properties.generalCategory == .decimalNumber, let value = properties.numericValue {
            return Array(String(Int(value)).unicodeScalars)
        }
        if language == .turkic, scalar == "I" || scalar == "ı" { return ["ı"] }
        return properties.uppercaseMapping.unicodeScalars
            .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
            .flatMap { Self.plain[$0] ?? [$0] }
    }

    /// Letters without a decomposition that are typed as others; all in lower case.
    private static let plain: [Unicode.Scalar: [Unicode.Scalar]] = {
        let letters: [(String, String)] = [
            ("a", "ⱥ"), ("ae", "æ"), ("b", "ƀɓƃ"), ("c", "ȼƈ"), ("d", "đðɖɗƌ"), ("e", "ɇ"), ("f", "ƒ"),
            ("g", "ǥɠ"),
            ("h", "ħⱨ"), ("i", "ɨ"), ("j", "ɉ"), ("k", "ƙꝁ"), ("l", "łƚⱡ"), ("n", "ŉɲƞ"), ("o", "øɵ"),
            ("oe", "œ"),
            ("p", "ƥᵽ"), ("r", "ɍ"), ("t", "ŧƭⱦ"), ("th", "þ"), ("u", "ʉ"), ("v", "ʋ"), ("y", "ɏƴ"),
            ("z", "ƶȥ"),
            ("ا", "ٱ"),
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
