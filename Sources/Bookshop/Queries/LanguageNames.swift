import BookshopContent

/// Finds languages by name, two-letter code or three-letter code.
enum LanguageNames {
    /// The English name, the two letters of ISO 639-1, and the code in the shop's data.
    static let all: [(name: String, short: String, language: Language)] = [
        ("english", "en", .english), ("french", "fr", .french), ("german", "de", .german),
        ("spanish", "es", .spanish), ("italian", "it", .italian), ("portuguese", "pt", .portuguese),
        ("russian", "ru", .russian), ("polish", "pl", .polish), ("czech", "cs", .czech),
        ("hungarian", "hu", .hungarian), ("dutch", "nl", .dutch), ("danish", "da", .danish),
        ("norwegian", "no", .norwegian), ("swedish", "sv", .swedish), ("icelandic", "is", .icelandic),
        ("finnish", "fi", .finnish), ("greek", "el", .greek), ("ancient-greek", "grc", .ancientGreek),
        ("latin", "la", .latin), ("serbian", "sr", .serbian), ("albanian", "sq", .albanian),
        ("turkish", "tr", .turkish), ("arabic", "ar", .arabic), ("persian", "fa", .persian),
        ("hebrew", "he", .hebrew), ("sanskrit", "sa", .sanskrit), ("bengali", "bn", .bengali),
        ("chinese", "zh", .chinese), ("japanese", "ja", .japanese), ("korean", "ko", .korean),
    ]

    /// Codes that other catalogues use for English. For other languages, they use two letters.
    private static let regionsOfEnglish = ["en-US", "en-GB", "en-CA"].map(Language.init(rawValue:))

    /// All codes for a language, or `nil` for an unknown word.
    static func codes(for word: String) -> [Language]? {
        let word = word.lowercased()
        guard
            let entry = all.first(where: {
                $0.name == word || $0.short == word || $0.language.rawValue == word
            })
        else { return nil }
        var codes = [entry.language]
        if entry.short != entry.language.rawValue { codes.append(Language(rawValue: entry.short)) }
        return entry.language == .english ? codes + regionsOfEnglish : codes
    }

    /// The English name for a code, or the code itself if it is unknown.
    static func name(of language: Language) -> String {
        guard let entry = all.first(where: { codes(for: $0.name)?.contains(language) == true }) else {
            return language.rawValue
        }
        return entry.name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
    }
}
