#if SQLite
import Foundation
import Quire
import Seeds
import Testing

import QuireStore

@Suite("Indexed words match the analyzer")
struct FullTextVocabularyTests {
    /// Texts in many scripts, and texts that are hard to tokenize.
    private static let texts = [
        "Les Misérables, œuvre de Victor Hugo — 1862 (édition revue) ; l’homme qu'il faut",
        "Straße, weiß, Maßstab; GROẞ; naïve café; Ångström; İstanbul ıssız; ﬁn ﬂut",
        "Việt Nam đẹp lắm; Tiếng Việt có dấu; ệ ệ e\u{323}\u{302}",
        "Αθήνα, ΟΔΥΣΣΕΥΣ, ὁ ἄνθρωπος τῆς γῆς; Ἀχιλλεύς", "Война и мир, Ёлка, йод, Київ, Ґанок",
        "الكِتَابُ العَرَبِيّ؛ قرآن، كتاب ـــ مدرسة ٢٠٢٤", "שָׁלוֹם עולם, ספר־ילדים",
        "हिन्दी में किताबें, क्या? ज़िन्दगी १२३", "বাংলা ভাষা, தமிழ் மொழி, తెలుగు, ಕನ್ನಡ, മലയാളം, ગુજરાતી, ਪੰਜਾਬੀ, සිංහල",
        "東京の天気は晴れです。カタカナとひらがな、ｶﾀｶﾅ。２０２４年", "中文分词：北京大学，简体与繁體。", "한국어 책을 읽습니다; 도서관에서",
        "ภาษาไทยไม่มีเว้นวรรค", "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာဘာသာ", "བོད་སྐད་", "ქართული ენა", "Հայերեն լեզու",
        "አማርኛ ቋንቋ",
        "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "ᐃᓄᒃᑎᑐᑦ", "𝔉𝔯𝔞𝔨𝔱𝔲𝔯 𝐛𝐨𝐥𝐝 ① ② Ⅻ ½ x² H₂O",
        "C++ C# .NET foo_bar e-mail don't rock’n’roll 3.14 1,000 a@b.c",
        "🎉 party 👩‍👩‍👧 🇩🇪 $5 £6 €7", "\u{0}nul\u{0}inside", "tab\tline\nfeed\r\nend\u{2028}para",
        "a\u{301}\u{302}\u{303} zalgo̴̡",
        "\u{200B}zero\u{200D}width\u{FEFF}", "<b>not</b> markup & co",
        "AND OR NOT NEAR(a b) \"quoted\" col:x ^y z*",
        "", " ", "…!?", String(repeating: "long", count: 2_000), String(repeating: "ä ", count: 5_000),
    ]

    private static let analyzers: [TextAnalyzer] = [
        TextAnalyzer(), TextAnalyzer(keepsSymbols: true), TextAnalyzer(locale: "tr"),
        TextAnalyzer(locale: "de"),
        TextAnalyzer(stopWords: ["the", "and", "und", "и", "de", "of"]),
        TextAnalyzer(locale: "sv", keepsSymbols: true, stopWords: ["la", "le"]),
    ]

    private func expected(_ texts: [(item: Int, column: String, text: String)], _ analyzer: TextAnalyzer)
        -> [String]
    {
        texts.flatMap { text in
            indexedForms(of: text.text, analyzer, marksLines: true).map {
                "\(text.item) \(text.column) \($0.place) \($0.word)"
            }
        }
    }

    @Test(
        "Texts of all scripts are indexed with the analyzer's words, in every kind of field",
        arguments: analyzers)
    func scripts(analyzer: TextAnalyzer) async throws {
        var options = StoreOptions()
        options.analyzer = analyzer
        let store = try await Store(.memory, modules: [Articles.module], options: options)
        var texts: [(item: Int, column: String, text: String)] = []
        var lines: [String] = []
        for (index, text) in Self.texts.enumerated() {
            let next = Self.texts[(index + 1) % Self.texts.count]
            lines.append(
                Articles.line(
                    "n\(index)",
                    [
                        "title": Sample(text), "body": Sample(next),
                        "keywords": Sample(list: [Sample(text), Sample(next)]),
                        "motto": ["x": Sample(next)],
                    ]))
            texts += [
                (index + 1, "v_title", text), (index + 1, "v_body", next),
                (index + 1, "v_keywords", text + "\n" + next),
                (index + 1, "v_motto", next),
            ]
        }
        let summary = try await store.load(Articles.module, lines)
        #expect(summary.rejected.map(\.description) == [])
        let words = try await store.indexedWords(of: "articles")
        #expect(words.count > 10_000)
        #expect(words.sorted() == expected(texts, analyzer).sorted())
        // Triggers and a rebuild produce the same words.
        try await store.fullText.rebuild()
        #expect(try await store.indexedWords(of: "articles").sorted() == words.sorted())
    }

    private struct Book: Decodable {
        struct Values: Decodable {
            var title: String
            var originalTitle: String?
            var authorNames: [String]?
        }
        var values: Values
    }

    @Test("The titles and names of ten thousand books are indexed with the analyzer's words")
    func books() async throws {
        guard let path = try SharedData.file("goodbooks-books.ndjson") else { return }
        let module = ModuleDescriptor(
            name: "books",
            fields: [
                FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
                FieldDescriptor(name: "originalTitle", kind: .text, searchWeight: 5),
                FieldDescriptor(name: "authorNames", kind: .list(.text), searchWeight: 8),
            ])
        let store = try await Store(.memory, modules: [module])
        try await store.load("books", from: .file(path))
        var texts: [(item: Int, column: String, text: String)] = []
        let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n"))
        for (index, line) in lines.enumerated() {
            let book = try JSONDecoder().decode(Book.self, from: line).values
            texts += [
                (index + 1, "v_title", book.title), (index + 1, "v_originaltitle", book.originalTitle ?? ""),
            ]
            texts.append((index + 1, "v_authornames", (book.authorNames ?? []).joined(separator: "\n")))
        }
        let words = try await store.indexedWords(of: "books")
        #expect(lines.count >= 9_999)
        #expect(words.count > 100_000)
        #expect(words.sorted() == expected(texts, TextAnalyzer()).sorted())
        #expect(try await store.fullText.check() == [])
    }
}
#endif
