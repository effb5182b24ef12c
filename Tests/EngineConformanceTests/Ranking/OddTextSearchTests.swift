#if SQLite
import Quire
import Seeds
import Testing

@testable import QuireConformance

/// Text searches as no app writes them.
@Suite struct OddTextSearchTests {
    private static let texts = [
        "", " ", "?!", "\u{0}", "war", "wra", "the wra and peac", "half blood princ zzz", "zzz yyy", "x-men",
        "22",
        "j.k.", "心", String(repeating: "心", count: 90), String(repeating: "war ", count: 70),
        String(repeating: "a", count: 3_000), "e\u{301}" + String(repeating: "\u{323}", count: 100),
    ]

    private static let synonyms: [Synonym] = [
        .twoWay([]), .twoWay(["war"]), .twoWay(["war", "war", "War"]), .twoWay(["?", "!"]),
        .twoWay(["war", "wra", "?", "potter"]), .oneWay("war", finds: []), .oneWay("", finds: ["peace"]),
        .oneWay("war", finds: ["war", "", "sea", "a king who has no words in common"]),
        .oneWay("half blood", finds: ["prince", "half blood"]),
        .twoWay(["zzz", String(repeating: "x ", count: 200)]),
        .twoWay((0..<300).map { "w\($0)" } + ["zzz", "sea"]),
    ]

    private static let fields: [[String]?] = [
        nil, ["title"], ["names"], [], ["readers"], ["nowhere"], ["title", "title"],
    ]

    private static func query(_ random: inout SeededGenerator) -> TextQuery {
        func text() -> String { texts.randomElement(using: &random) ?? "" }
        let matching = WordMatching.allCases.randomElement(using: &random) ?? .wholeWords
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return .any(text(), matching: matching)
        case 1: return .none(text(), matching: matching)
        case 2: return .phrase(text(), matching: matching)
        case 3: return .and([.all(text()), .not(.all(text()))])
        case 4: return .or([.all(text()), .phrase(text()), .or([])])
        case 5: return (0..<501).reduce(.all(text())) { query, _ in .not(query) }
        default: return .all(text(), matching: matching)
        }
    }

    private struct Outcome: Equatable {
        var error: String?
        var ids: [String] = []
        var level: TextSearchInfo.Level?
        var dropped: [String]?
        var exactItems: Int?
        var corrections: [String: [String]]?
    }

    /// What running the request returns or throws. `validate` must throw the same error.
    private static func outcome(of request: SearchRequest, on engine: any ContentEngine) async throws
        -> Outcome
    {
        var refusal: String?
        do { try engine.validate(request) } catch { refusal = "\(error)" }
        var outcome = Outcome()
        do {
            let page = try await engine.page(request)
            outcome.ids = page.items.sorted()
            outcome.level = page.text?.level
            outcome.dropped = page.text?.dropped
            outcome.exactItems = page.text?.exactItems
            outcome.corrections = page.text?.corrections
        } catch { outcome.error = "\(error)" }
        #expect(outcome.error == refusal, "\(engine.capabilities.name), seed \(Seed.current): \(request)")
        return outcome
    }

    @Test(
        "Memory and store reject the same odd text searches before and while they run, and find the same items with the others",
        arguments: [nil, "readers", "title", "names", "nowhere"])
    func odd(_ popularity: String?) async throws {
        let module = ModuleDescriptor(
            name: "shelf", ranking: RankingDescriptor(popularity: popularity), synonyms: Self.synonyms,
            fields: RankedShelf.module.fields.fields)
        let documents = [ConformanceDocuments(module: module, lines: RankedShelf.lines)]
        try await MemoryUnderTest().withEngine(holding: documents) { memory in
            try await StoreUnderTest(holdsWrongTypes: false).withEngine(holding: documents) { store in
                var random = SeededGenerator(seed: Seed.current)
                for _ in 0..<60 {
                    var search = TextSearch(Self.query(&random))
                    search.fields = Self.fields.randomElement(using: &random) ?? nil
                    search.mode = Bool.random(using: &random) ? .anyWord : .asTyped
                    search.mode = MatchMode.allCases.randomElement(using: &random) ?? .anyWord
                    search.emptyFindsAll = Bool.random(using: &random)
                    search.synonyms = Self.synonyms.filter { _ in Bool.random(using: &random) }
                    var request = SearchRequest(module: module)
                    request.text = search
                    request.page = .page(1, size: 1_000)
                    let expected = try await Self.outcome(of: request, on: memory)
                    let found = try await Self.outcome(of: request, on: store)
                    #expect(found == expected, "seed \(Seed.current): \(request)")
                }
            }
        }
    }

    /// Keeping all others for each would take gigabytes.
    @Test("20,000 texts that mean the same are prepared in one pass")
    func manySynonyms() async throws {
        let module = ModuleDescriptor(
            name: "shelf", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])
        let documents = [
            ConformanceDocuments(module: module, lines: [#"{"id":"a","name":"","values":{"title":"w3"}}"#])
        ]
        var request = SearchRequest(module: module)
        request.text = TextSearch("w19999")
        request.text?.synonyms = [.twoWay((0..<20_000).map { "w\($0)" })]
        let search = request
        try await MemoryUnderTest().withEngine(holding: documents) { engine in
            let found = try await engine.ids(search)
            #expect(found == ["a"])
        }
    }
}
#endif
