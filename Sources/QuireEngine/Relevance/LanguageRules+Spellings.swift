import QuireText

/// Other spellings of a word, and the words that it is a part of.
extension LanguageRules {
    // MARK: - Turkish and Azerbaijani

    /// The words that differ in the dots of ı and i only, because many keyboards have no ı: `isik` is `ışık`.
    func spellings(of word: String) -> [String] {
        guard isTurkic else { return [] }
        var spellings = [""]
        for letter in word {
            let isVariable = letter == "i" || letter == "ı"
            if isVariable, spellings.count == Self.mostSpellings { return [] }
            spellings = spellings.flatMap { isVariable ? [$0 + "i", $0 + "ı"] : [$0 + String(letter)] }
        }
        return spellings.filter { $0 != word }
    }

    /// A word of more than three such letters is only found as it was typed, or corrected.
    private static let mostSpellings = 8

    // MARK: - Arabic

    /// The word without its article, or with one: `كتاب` and `الكتاب`, also after و, ب, ك, ف and ل.
    func articleForms(of word: String) -> [String] {
        guard let first = word.unicodeScalars.first, 0x620...0x64A ~= first.value else { return [] }
        for article in Self.articles where word.hasPrefix(article) {
            let bare = String(word.dropFirst(article.count))
            if bare.count >= Self.shortestBareWord {
                return [bare] + Self.articles.map { $0 + bare }.filter { $0 != word }
            }
        }
        return word.count >= Self.shortestBareWord ? Self.articles.map { $0 + word } : []
    }

    private static let articles = ["ال", "وال", "بال", "كال", "فال", "لل"]
    private static let shortestBareWord = 3

    // MARK: - Compounds

    /// The words of the content that a word is a part of, in languages that write compounds as one word, shortest first.
    /// Korean words are also found without a particle of one or two syllables at their end.
    func compounds(with word: String, in vocabulary: SortedWords) -> [String] {
        let isKorean = word.unicodeScalars.allSatisfy { 0xAC00...0xD7A3 ~= $0.value }
        let count = word.unicodeScalars.count
        guard isKorean ? count >= 2 : writesCompounds && count >= 4 else { return [] }
        var part = word
        var found = part.withUTF8 { part in vocabulary.words { $0.contains(part) } }
        found.removeAll { $0 == word }
        found.sort { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        guard isKorean else { return found }
        let bare = (1...2).filter { count - $0 >= 2 }.map { String(word.unicodeScalars.dropLast($0)) }
        return bare.filter { vocabulary.count(of: $0, .whole) > 0 } + found
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first, part.count <= count else { return part.isEmpty }
        return (0...count - part.count).contains { start in
            self[start] == first && self[start..<start + part.count].elementsEqual(part)
        }
    }
}
