import Quire
import Testing

/// Texts and their expected words, written by hand.
@Suite("Words in many scripts")
struct ScriptTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        var text: String
        var words: [String]
        var testDescription: String { text }

        init(_ text: String, _ words: [String]) { (self.text, self.words) = (text, words) }
    }

    @Test(
        "Latin: case and diacritics are ignored; special letters fold to their usual spelling",
        arguments: [
            Sample("Les Misérables, 1862", ["les", "miserables", "1862"]),
            Sample("l'amour, l’Étranger", ["l", "amour", "l", "etranger"]),
            Sample("œuvre Œdipe cæsar", ["oeuvre", "oedipe", "caesar"]),
            Sample("Straße STRASSE GROẞ", ["strasse", "strasse", "gross"]),
            Sample("Die Blechtrommel über Zürich", ["die", "blechtrommel", "uber", "zurich"]),
            Sample("Łódź, Kraków", ["lodz", "krakow"]),
            Sample("Smørrebrød på Åland", ["smorrebrod", "pa", "aland"]),
            Sample("Þórbergur Þórðarson", ["thorbergur", "thordarson"]),
            Sample("Đorđe Đoković", ["dorde", "dokovic"]),
            Sample("Tiếng Việt, Nguyễn Du", ["tieng", "viet", "nguyen", "du"]),
            Sample("E\u{301}mile e\u{302}\u{323}", ["emile", "e"]),
            Sample("ﬁne ﬂow ｆｕｌｌ ４２", ["fine", "flow", "full", "42"]),
            Sample("İstanbul ısı", ["istanbul", "isi"]),
            Sample("m² x₃ Ⅷ", ["m2", "x3", "viii"]),
            Sample("3½ ①", ["3½", "1"]),
            Sample("Hawaiʻi Hawai'i", ["hawai", "i", "hawai", "i"]),
        ])
    func latin(_ sample: Sample) { expect(sample) }

    @Test(
        "Separators and non-separators",
        arguments: [
            Sample("", []), Sample(" \t\n", []), Sample("!?… —", []),
            Sample("snake_case kebab-case a.b@c", ["snake", "case", "kebab", "case", "a", "b", "c"]),
            Sample("3.14 1,000", ["3", "14", "1", "000"]),
            Sample("soft\u{AD}hyphen", ["softhyphen"]),
            Sample("zero\u{200B}width\u{2060}joined", ["zero", "widthjoined"]),
            Sample("\u{202B}right\u{202C} \u{FEFF}bom", ["right", "bom"]),
            Sample("a\u{0}b", ["a", "b"]),
            Sample("\u{301}a", ["a"]),
            Sample("C++ & C#", ["c", "c"]),
            Sample("\u{E000}\u{E001} x", ["\u{E000}\u{E001}", "x"]),
        ])
    func separators(_ sample: Sample) { expect(sample) }

    @Test(
        "Greek and Cyrillic",
        arguments: [
            Sample("Ὀδύσσεια ΟΔΥΣΣΕΙΑ οδύσσειας", ["οδυσσεια", "οδυσσεια", "οδυσσειασ"]),
            Sample("ΐ ᾧ ᾼ", ["ι", "ω", "α"]),
            Sample("Война и миръ", ["война", "и", "миръ"]),
            Sample("Алёна Ёлка", ["алена", "елка"]),
            Sample("и\u{306}од йод", ["йод", "йод"]),
            Sample("Київ Ки\u{457}в Кі\u{308}в", ["київ", "київ", "кїв"]),
            Sample("за\u{301}мок", ["замок"]),
            Sample("Ѓорѓи Ќе Ў", ["ѓорѓи", "ќе", "ў"]),
        ])
    func greekAndCyrillic(_ sample: Sample) { expect(sample) }

    @Test(
        "Arabic and Hebrew drop their points; Persian joiners stay inside words",
        arguments: [
            Sample("القُرْآن", ["القران"]),
            Sample("أحمد إلى ٱلله", ["احمد", "الي", "الله"]),
            Sample("مسؤول قائمة", ["مسؤول", "قائمه"]),
            Sample("ســـلام", ["سلام"]),
            Sample("می\u{200C}خواهم", ["ميخواهم"]),
            Sample("٣١٤ ۴۲", ["314", "42"]),
            Sample("שָׁלוֹם עולם", ["שלום", "עולם"]),
        ])
    func arabicAndHebrew(_ sample: Sample) { expect(sample) }

    @Test(
        "Indic scripts keep their vowel signs",
        arguments: [
            Sample("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
            Sample("क\u{93C} \u{958}", ["क\u{93C}", "क\u{93C}"]),
            Sample("১২ தமிழ்", ["12", "தமிழ்"]),
        ])
    func indic(_ sample: Sample) { expect(sample) }

    @Test(
        "Scripts without spaces: each character with its marks is a word",
        arguments: [
            Sample("東京", ["东", "京"]),
            Sample("人々ー", ["人", "々", "ー"]),
            Sample("タワー", ["た", "わ", "ー"]),
            Sample("ｶﾞｷﾞ", ["が", "ぎ"]),
            Sample("か\u{3099}か", ["が", "か"]),
            Sample("iPhone手机15", ["iphone", "手", "机", "15"]),
            Sample("ㄅㄆ", ["ㄅ", "ㄆ"]),
            Sample("ไม่มีน้ำ ๙๙", ["ไ", "ม่", "มี", "น้ำ", "99"]),
            Sample("ພາສາ", ["ພ", "າ", "ສ", "າ"]),
            Sample("ភាសា", ["ភា", "សា"]),
            Sample("မြန်မာ", ["မြ", "န်", "မာ"]),
            Sample("\u{20000}\u{2A6D6}", ["\u{20000}", "\u{2A6D6}"]),
        ])
    func unspaced(_ sample: Sample) { expect(sample) }

    @Test(
        "Korean: words are separated by spaces, and syllables are composed",
        arguments: [
            Sample("한국어 문장", ["한국어", "문장"]),
            Sample("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", ["한국"]),
            Sample("ﾡ", ["\u{1100}"]),
        ])
    func korean(_ sample: Sample) { expect(sample) }

    @Test(
        "Turkish and Azerbaijani distinguish ı and i, composed or not",
        arguments: ["tr", "az", "tr-TR", "az_Latn_AZ"])
    func turkic(_ locale: String) {
        let analyzer = TextAnalyzer(locale: locale)
        #expect(analyzer.words(in: "ISPARTA İzmir ılık ince") == ["ısparta", "izmir", "ılık", "ince"])
        #expect(analyzer.words(in: "I\u{307}zmir Îmâ Ü Ş Ğ") == ["izmir", "ima", "u", "s", "g"])
        #expect(analyzer.words(in: "Ⅷ ⅷ") == ["viii", "viii"])
        #expect(TextAnalyzer(locale: "de").words(in: "ISPARTA ılık") == ["isparta", "ilik"])
    }

    @Test("Symbols mode: each symbol is a word")
    func symbols() {
        let analyzer = TextAnalyzer(keepsSymbols: true)
        #expect(analyzer.words(in: "C++ & c#") == ["c", "+", "+", "&", "c", "#"])
        #expect(analyzer.words(in: "l'été_2") == ["l", "'", "ete", "_", "2"])
        #expect(analyzer.words(in: "＋ ≠ =\u{338} ™ Ⓐ") == ["+", "=", "=", "™", "ⓐ"])
        #expect(analyzer.words(in: "👩\u{200D}👧❤\u{FE0F} \u{0}\u{7F}\u{A0}") == ["👩", "👧", "❤"])
        #expect(TextAnalyzer().words(in: "👩\u{200D}👧 ❤\u{FE0F} 1\u{FE0F}\u{20E3}") == ["1"])
    }

    private func expect(_ sample: Sample) {
        let found = TextAnalyzer().words(in: sample.text)
        #expect(found.map { Array($0.utf8) } == sample.words.map { Array($0.utf8) }, "\(found)")
    }
}
