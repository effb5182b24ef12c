#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

/// What people type and what should be found, in scripts and languages that spell a word in several ways. Written by hand;
/// each case is searched in memory and in the store.
@Suite("Search in many scripts")
struct ScriptSearchTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        var query: String
        /// The titles that should be found, the best first.
        var found: [String]
        /// Whether all are equally good, so that the ids decide.
        var areEqual: Bool
        /// Other titles that the collection has.
        var others: [String]
        var locale: String?

        init(
            _ query: String, _ found: [String], others: [String] = [], areEqual: Bool = false,
            locale: String? = nil
        ) {
            (self.query, self.found, self.others) = (query, found, others)
            (self.areEqual, self.locale) = (areEqual, locale)
        }

        var testDescription: String { query }
    }

    private static let module = ModuleDescriptor(
        name: "works", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])

    /// - Parameter isOnlyCompared: Whether it is only checked that the store finds what memory does.
    private func check(_ sample: Sample, isOnlyCompared: Bool = false) async throws {
        let analyzer = TextAnalyzer(locale: sample.locale)
        // The others come first, so that the order of the ids does not decide.
        let titles = sample.others + sample.found.reversed()
        let lines = titles.enumerated().map { number, title in
            #"{"id":"\#(number)","values":{"title":\#(JSONValue.string(title))}}"#
        }
        var options = StoreOptions()
        options.analyzer = analyzer
        let store = try await Store(.memory, modules: [Self.module], options: options)
        try await store.load(Self.module, lines)
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all(sample.query))
        request.page = .all
        let instances = try lines.map { try JSONValue(parsing: Data($0.utf8)) }
        let memory = try InstanceSearch(request, analyzer: analyzer).page(of: instances)
        let response = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
        #expect(response.items == memory.instances.map(\.instanceID))
        #expect(response.text?.level == memory.text?.level)
        if isOnlyCompared { return }
        let found = memory.instances.map { titles[Int($0.instanceID) ?? 0] }
        #expect(sample.areEqual ? Set(found) == Set(sample.found) : found == sample.found, "\(found)")
    }

    @Test(
        "Arabic letters of other keyboards, and the article, do not matter",
        arguments: [
            Sample("کتاب", ["كتاب"], others: ["قلم"]), Sample("كتاب", ["کتاب"], others: ["قلم"]),
            Sample("الذی", ["الذي"]), Sample("الدورى", ["الدوري"]), Sample("مدرسه", ["مدرسة"]),
            Sample("ہندوستان", ["هندوستان"]),
            Sample("كتاب", ["كتاب الحب", "الكتاب الأول"], others: ["قلم"]),
            Sample("الكتاب", ["الكتاب", "كتاب"], others: ["قلم"]), Sample("المدرسه", ["مدرسة"]),
            Sample("كتا", ["الكتاب"], others: ["قلم"]),
        ])
    func arabic(_ sample: Sample) async throws { try await check(sample) }

    @Test(
        "Thai and Lao are found composed and decomposed",
        arguments: [
            Sample("น้ำ", ["น้\u{E4D}\u{E32}", "น\u{E4D}\u{E49}\u{E32}"], areEqual: true),
            Sample("น\u{E49}\u{E4D}\u{E32}", ["น้ำ"], others: ["นา"]),
            Sample("ทำ", ["ท\u{E4D}\u{E32}งาน"]), Sample("ນ\u{EC9}\u{ECD}\u{EB2}", ["ນ\u{EC9}ຳ"]),
            Sample("นา", ["นา"], others: ["น้ำ"]),
        ])
    func thai(_ sample: Sample) async throws { try await check(sample) }

    @Test(
        "Traditional and simplified characters are one",
        arguments: [
            Sample("台湾", ["臺灣歷史"]), Sample("臺灣", ["台湾历史"]), Sample("紅樓夢", ["红楼梦"]), Sample("头发", ["頭髮"]),
        ])
    func chinese(_ sample: Sample) async throws { try await check(sample) }

    @Test(
        "A text without spaces that nothing has finds what shares the most of it",
        arguments: [
            Sample("日本歴史", ["日本の歴史", "日本料理"], others: ["フランス"]), Sample("寿司屋", ["寿司"], others: ["居酒屋"]),
            Sample("红烧肉做法", ["红烧肉的做法", "红烧鱼"], others: ["汽车"]), Sample("日本の歴史", ["日本の歴史"], others: ["歴史の日本"]),
            Sample("iphone手机壳", ["iphone 手机", "手机"], others: ["汽车"]),
        ])
    func runs(_ sample: Sample) async throws { try await check(sample) }

    @Test(
        "Hostile texts are searched, in memory and in the store alike",
        arguments: [
            String(repeating: "日", count: 3_900), String(repeating: "日本", count: 99) + "x",
            String(repeating: "ü", count: 50_000), "\u{E32}\u{E4D}\u{E32}\u{E4D}\u{E32}", "a\u{E4D}\u{E32}",
            String(repeating: "\u{E4D}", count: 300) + "\u{E32}",
            "น" + String(repeating: "\u{E49}", count: 200) + "\u{E32}",
            String(repeating: "ال", count: 40), "الال", String(repeating: "ıi", count: 200), "가",
            "가나\u{1100}",
            "\u{308}a\u{308}\u{308}", "a\u{308}\u{30A}", "aä日ä日",
        ])
    func hostile(_ text: String) async throws {
        for locale in [nil, "de", "tr", "ko"] {
            let others = ["日本", "Müller", "ışık", "가나다", "الكتاب", text + "本", "x" + text]
            try await check(Sample(text, [], others: others, locale: locale), isOnlyCompared: true)
        }
    }

    @Test(
        "Hiragana and katakana are one",
        arguments: [
            Sample("らーめん", ["ラーメン"]), Sample("サクラ", ["さくら"]), Sample("ｶﾞﾗｽ", ["がらす"]),
            Sample("ヴァイオリン", ["ゔぁいおりん"]),
        ])
    func kana(_ sample: Sample) async throws { try await check(sample) }

    @Test(
        "Parts of Korean and German words are found if nothing has the word itself",
        arguments: [
            Sample("대학교", ["서울대학교"], others: ["병원"]), Sample("학교에서", ["학교"], others: ["병원"]),
            Sample("대학교", ["대학교"], others: ["서울대학교"]),
            Sample("schiff", ["Dampfschiff"], others: ["Zug"], locale: "de"),
            Sample("schiff", [], others: ["Dampfschiff"]),
        ])
    func parts(_ sample: Sample) async throws { try await check(sample) }

    @Test(
        "Letters with dots and rings are found as they are spelled without them, also beside names that are spelled so",
        arguments: [
            Sample("mueller", ["Müller", "Mueller"], others: ["Maler"], areEqual: true),
            Sample("müller", ["Müller", "Mueller"], others: ["Maler"]),
            Sample("mu\u{308}ller", ["Müller", "Mueller"]), Sample("muller", ["Müller"], others: ["Mueller"]),
            Sample("koeln do", ["Köln Dom"]),
            Sample("aalborg", ["Ålborg"]), Sample("smoerrebroed", ["Smørrebrød"]),
            Sample("does", ["does"], others: ["dos"]),
        ])
    func spelledLetters(_ sample: Sample) async throws { try await check(sample) }

    @Test(
        "Turkish words are found as they are typed without ı",
        arguments: [
            Sample("isik", ["ışık"], locale: "tr"), Sample("kirmizi", ["kırmızı"], locale: "tr"),
            Sample("ışık", ["ışık", "isik"], locale: "tr"), Sample("isik", ["isik", "ışık"], locale: "tr"),
            Sample("ıs", ["ısparta", "istanbul"], locale: "tr"),
        ])
    func turkish(_ sample: Sample) async throws { try await check(sample) }
}
#endif
