import BookshopContent
import Testing

@testable import Bookshop

@Suite("Parsing of languages")
struct LanguageNamesTests {
    @Test("Every language of the schema has a name, and its codes are parsed")
    func complete() {
        #expect(Set(LanguageNames.all.map(\.language)) == Set(Language.allKnown))
        for entry in LanguageNames.all {
            for word in [entry.name, entry.short, entry.language.rawValue, entry.name.uppercased()] {
                #expect(LanguageNames.codes(for: word)?.first == entry.language, "\(word)")
            }
        }
    }

    @Test("English includes its regional codes")
    func english() {
        #expect(
            LanguageNames.codes(for: "en")?.map(\.rawValue) == ["eng", "en", "en-US", "en-GB", "en-CA"])
        #expect(LanguageNames.name(of: Language(rawValue: "en-US")) == "English")
    }

    @Test("An unknown code is kept as it is")
    func unknown() {
        #expect(LanguageNames.codes(for: "klingon") == nil)
        #expect(LanguageNames.name(of: Language(rawValue: "tlh")) == "tlh")
        #expect(LanguageNames.name(of: .ancientGreek) == "Ancient Greek")
    }
}
