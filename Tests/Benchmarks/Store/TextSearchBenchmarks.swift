#if SQLite
import Foundation
import Quire
import QuireStore

/// What a page of twenty items with highlights costs, beside FTS5 with `bm25`, `highlight` and `snippet`.
struct TextSearchBenchmarks {
    private let store: Store
    private let raw: RawText
    private let module: ModuleDescriptor

    private static let page =
        "SELECT p.id, p.title, p.summary, p.body, p.category, p.age, highlight(f, 0, x'02', x'03'), "
        + "snippet(f, 2, x'02', x'03', '…', 12) FROM f JOIN p ON p.rowid = f.rowid WHERE f MATCH ?"

    private let terms: [String] = (0..<10).map { PieceSource.words[$0 * 391 + 7] }
    private let pairs: [String] = (0..<10).map {
        "\(PieceSource.words[$0 * 31 + 2]) \(PieceSource.words[$0 * 17].prefix(2))"
    }
    private let prefixes = ["ro", "wi", "ta"]
    /// Ten words, which no item has together.
    private let questions: [String] = (0..<5).map { question in
        let places = (0..<10).map { (word: Int) -> Int in question * 211 + word * word * 37 + 3 }
        return places.map { PieceSource.words[$0] }.joined(separator: " ")
    }

    init(_ store: Store, _ raw: RawText, module: ModuleDescriptor = Pieces.descriptor) {
        self.store = store
        self.raw = raw
        self.module = module
    }

    /// Pages of a module with a popularity, beside the same peer.
    func runPopular() async throws -> [Measurement] {
        [
            try await measure("text.popular.term.ratio", terms, limit: 1, rawMatch: { "\"\($0)\"" }) {
                Self.match(.wholeWords, &$0)
            },
            try await measure("text.popular.two.ratio", pairs, limit: nil, rawMatch: Self.quoted) {
                $0.text?.mode = .allWords
            },
            try await measure("text.popular.two.any.ratio", pairs, limit: nil, rawMatch: Self.alternatives),
            try await measure("text.popular.prefix.ratio", prefixes, limit: 1, rawMatch: Self.quoted),
        ]
    }

    func run() async throws -> [Measurement] {
        let typos: [String: String] = Dictionary(
            terms.map { ("\($0.dropLast())q\($0.suffix(1))", $0) }, uniquingKeysWith: { first, _ in first })
        // Two adjacent words of an item, written as one.
        let joined: [String: String] = Dictionary(
            (0..<10).map { number in
                let title = PieceSource(number * 97).title.split(separator: " ")
                return ("\(title[0])\(title[1])", "\"\(title[0]) \(title[1])\"")
            }, uniquingKeysWith: { first, _ in first })
        let category = Filter.leaf(.init(.equal, "category", value: .string("category-3"), type: .string))
        let filtered = Self.page + " AND p.category = 'category-3' ORDER BY f.rank LIMIT 20"
        return [
            try await measure("text.term.ratio", terms, limit: 1, rawMatch: { "\"\($0)\"" }) {
                Self.match(.wholeWords, &$0)
            },
            try await measure("text.two.ratio", pairs, limit: nil, rawMatch: Self.quoted) {
                $0.text?.mode = .allWords
            },
            try await measure("text.two.any.ratio", pairs, limit: nil, rawMatch: Self.alternatives),
            try await measure(
                "text.typo.ratio", Array(typos.keys), limit: 1, rawMatch: { "\"\(typos[$0] ?? "")\"" }
            ) {
                $0.text?.mode = .anyWord
            },
            try await measure(
                "text.joined.ratio", Array(joined.keys), limit: 1, rawMatch: { joined[$0] ?? "" }
            ) {
                $0.text?.mode = .anyWord
            },
            try await measure(
                "text.question.ratio", questions, limit: 1, rawMatch: Self.alternatives
            ) {
                $0.text?.mode = .anyWord
            },
            try await measure("text.prefix.ratio", prefixes, limit: 1, rawMatch: Self.quoted),
            try await measure("text.prefix.counted.ratio", prefixes, limit: 1, rawMatch: Self.quoted) {
                $0.countsTotal = true
            },
            try await measure(
                "text.filtered.ratio", terms, limit: nil, rawMatch: { "\"\($0)\"*" }, sql: filtered
            ) {
                $0.filter = category
            },
            try await measure(
                "text.prefix.filtered.ratio", prefixes, limit: nil, rawMatch: Self.quoted, sql: filtered
            ) { $0.filter = category },
            try await measure(
                "text.prefix.sorted.ratio", prefixes, limit: nil, rawMatch: Self.quoted,
                sql: Self.page + " ORDER BY p.age, p.rowid LIMIT 20"
            ) { $0.sort = [SortKey(.value("age"))] },
            try await typing(isFirst: true),
            try await typing(isFirst: false),
        ] + (try await afterWrite(terms, Array(typos.keys)))
    }

    // MARK: - Pages

    /// A page beside the same page of FTS5, as a ratio of CPU times.
    private func measure(
        _ name: String, _ texts: [String], limit: Double?, rawMatch: (String) -> String,
        sql: String = page + " ORDER BY f.rank LIMIT 20", _ change: (inout SearchRequest) -> Void = { _ in }
    ) async throws -> Measurement {
        let texts = texts.sorted()
        let ours = try await best(over: texts) { try await search($0, change) }
        let peer = try await best(over: texts) { keep(try raw.rows(sql, rawMatch($0))) }
        return Measurement(
            "text", name, ours / peer, "× raw FTS5",
            peer: String(format: "%.2f ms CPU beside %.2f", ours * 1e3, peer * 1e3),
            goal: limit.map { .atMost($0) })
    }

    /// Reads a page and highlights its titles and bodies.
    private func search(_ text: String, _ change: (inout SearchRequest) -> Void) async throws {
        var request = SearchRequest(module: module)
        request.text = TextSearch(.all(text))
        request.page = .page(1, size: 20)
        request.countsTotal = false
        change(&request)
        let response = try await store.search([request], decoding: .content(of: Pieces.self))[0]
        guard !response.items.isEmpty, let info = response.text else {
            throw RawInsert.Failure(message: "nothing found for \(text)")
        }
        for item in response.items {
            keep(info.highlighter.highlight(item.values.title ?? ""))
            keep(info.highlighter.snippet(of: item.values.body ?? "", words: 12))
        }
    }

    private static func match(_ matching: WordMatching, _ request: inout SearchRequest) {
        if let text = request.text.flatMap(text) { request.text?.query = .all(text, matching: matching) }
    }

    private static func text(_ search: TextSearch) -> String? {
        if case .all(let text, _) = search.query { text } else { nil }
    }

    /// All words, the last one as a prefix.
    private static func quoted(_ text: String) -> String { words(text).joined(separator: " ") + "*" }

    /// Any of the words, the last one as a prefix.
    private static func alternatives(_ text: String) -> String { words(text).joined(separator: " OR ") + "*" }

    private static func words(_ text: String) -> [String] {
        text.split(separator: " ").map { "\"\($0)\"" }
    }

    // MARK: - Typing

    /// Words as they are typed, from the first letter to the last: the slowest keystroke beside the median.
    ///
    /// - Parameter isFirst: Whether each round is the first one of a store that was just opened. In the other rounds the
    ///   store has searched before, and an item was written since.
    private func typing(isFirst: Bool) async throws -> Measurement {
        let words = (0..<8).map { PieceSource.words[1_000 + $0 * 373] }
        let texts = words.flatMap { word in (1...word.count).map { String(word.prefix($0)) } }
        var costs = texts.map { (text: $0, cost: Double.infinity) }
        for round in 0..<3 {
            try await write(round, isFirst ? 1 : 2)
            let store = isFirst ? try await Store(store.location, modules: [module]) : store
            let benchmarks = TextSearchBenchmarks(store, raw, module: module)
            try await benchmarks.search("\(PieceSource.words[77])q") { $0.text?.mode = .anyWord }
            for (index, text) in texts.enumerated() {
                let cost = try await TextBenchmarks.cost {
                    try await benchmarks.search(text) {
                        $0.countsTotal = true
                        $0.text?.mode = .anyWord
                    }
                }
                costs[index].cost = min(costs[index].cost, cost)
            }
            if isFirst { await store.close() }
        }
        costs.sort { $0.cost < $1.cost }
        let median = costs[costs.count / 2].cost
        let slowest = costs[costs.count - 1]
        return Measurement(
            "text", isFirst ? "text.typing.first" : "text.typing.slowest", slowest.cost / median,
            "× the median keystroke",
            peer: String(
                format: "\(slowest.text): %.2f ms CPU, median %.2f, fastest %.2f", slowest.cost * 1e3,
                median * 1e3, costs[0].cost * 1e3), goal: .atMost(4))
    }

    // MARK: - After a write

    /// The first search after a write beside the same search without one.
    private func afterWrite(_ terms: [String], _ typos: [String]) async throws -> [Measurement] {
        var measurements: [Measurement] = []
        for (name, texts) in [("text.write.term", terms), ("text.write.typo", typos)] {
            let warm = try await best(over: texts) {
                try await search($0) { $0.text?.mode = .anyWord }
            }
            var first = 0.0
            for (number, text) in texts.enumerated() {
                try await write(number, name == "text.write.term" ? 3 : 4)
                first += try await TextBenchmarks.cost {
                    try await search(text) { $0.text?.mode = .anyWord }
                }
            }
            first /= Double(texts.count)
            measurements.append(
                Measurement(
                    "text", name, first / warm, "× a search without a write",
                    peer: String(format: "%.2f ms CPU beside %.2f", first * 1e3, warm * 1e3), goal: .atMost(2)
                ))
        }
        return measurements
    }

    /// Updates one item with another text than other turns.
    private func write(_ number: Int, _ turn: Int) async throws {
        let line = PieceSource(number * 7 + 3 + turn * 1_000).line(90_000 + number)
        try await store.upsert([try ItemDecoder.content(of: Pieces.self).decodeInstance(Data(line.utf8))])
    }

    /// Seconds of CPU for each text, the best of three rounds.
    private func best(over texts: [String], _ body: (String) async throws -> Void) async throws -> Double {
        var best = Double.infinity
        for _ in 0..<3 {
            best = min(best, try await TextBenchmarks.cost { for text in texts { try await body(text) } })
        }
        return best / Double(texts.count)
    }
}
#endif
