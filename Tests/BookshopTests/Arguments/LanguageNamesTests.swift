import BookshopContent
import Testing

@testable import Bookshop

@Suite("Languages as they are typed")
struct LanguageNamesTests {
    @Test("Every language of the schema has a name, and each of its codes leads back to it")
    func complete() {
        #expect(Set(LanguageNames.all.map(\.language)) == Set(Language.allKnown))
        for entry in LanguageNames.all {
            for word in [entry.name, entry.short, entry.language.rawValue, entry.name.uppercased()] {
                #expect(LanguageNames.codes(for: word)?.first == entry.language, "\(word)")
            }
        }
    }

    @Test("English takes in the codes of its regions")
    func english() {
        #expect(
            LanguageNames.codes(for: "en")?.map(\.rawValue) == ["eng", "en", "en-US", "en-GB", "en-CA"])
        #expect(LanguageNames.name(of: Language(rawValue: "en-US")) == "English")
    }

    @Test("A code that the schema does not know stays as it is")
    func unknown() {
        #expect(LanguageNames.codes(for: "klingon") == nil)
        #expect(LanguageNames.name(of: Language(rawValue: "tlh")) == "tlh")
        #expect(LanguageNames.name(of: .ancientGreek) == "Ancient Greek")
    }
}
