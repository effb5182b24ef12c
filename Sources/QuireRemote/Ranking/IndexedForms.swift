import QuireEngine
import QuireText

extension TextAnalyzer {
    /// The forms that a cluster indexes beside the words of a text, so that other spellings of them are found: words that
    /// an apostrophe, a hyphen or points join (`half-blood`: `halfblood`), initials (`H G`: `hg`), and numbers as digits
    /// and words (`7`: `seven`).
    package func indexedForms(in text: String) -> [String] {
        let rules = LanguageRules(locale: locale)
        var forms: [String] = []
        var letters: [String] = []
        for form in self.forms(in: text) {
            if form.isForm {
                forms.append(form.word)
                continue
            }
            forms += rules.numbers(for: form.word)
            guard let letter = form.word.first, form.word.count == 1, letter.isLetter else {
                letters = []
                continue
            }
            letters = letters.suffix(2) + [form.word]
            for count in 2...3 where letters.count >= count { forms.append(letters.suffix(count).joined()) }
        }
        return forms.distinct(by: \.self)
    }
}
