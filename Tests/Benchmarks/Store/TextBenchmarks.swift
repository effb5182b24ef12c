#if SQLite
import Foundation
import Quire
import QuireStore

/// The cost of the store's full text, compared with FTS5 through the C API.
enum TextBenchmarks {
    private static let count = 100_000

    static func run() async throws -> [Measurement] {
        let folder = NSTemporaryDirectory() + "quire-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pieces = (0..<count).map { PieceSource($0) }
        let lines = "\(folder)/pieces.ndjson"
        try Data(pieces.enumerated().map { $1.line($0) }.joined(separator: "\n").utf8).write(
            to: URL(fileURLWithPath: lines))
        let raw = try RawText(path: "\(folder)/raw.sqlite")
        defer { raw.close() }
        try raw.insert(pieces)
        let store = try await Store(.file("\(folder)/text.sqlite"), modules: [Pieces.descriptor])
        var measurements = try await loading(store, raw, lines, folder)
        measurements += try await searching(store, raw)
        measurements += try await writing(store, raw, pieces)
        await store.close()
        return measurements
    }

    // MARK: - Building the index

    private static func loading(
        _ store: Store, _ raw: RawText, _ lines: String, _ folder: String
    ) async throws -> [Measurement] {
        let plain = try await Store(.file("\(folder)/plain.sqlite"), modules: [Pieces.unsearched])
        let without = try await cost { try await plain.load("pieces", from: .file(lines)) }
        await plain.close()
        let wall = ContinuousClock.now
        let with = try await cost { try await store.load("pieces", from: .file(lines)) }
        let seconds = (ContinuousClock.now - wall) / .seconds(1)
        let rebuild = try await cost { try await store.fullText.rebuild() }
        let rawRebuild = try CPUClock.measure { try raw.rebuild() }
        let row = 1e6 / Double(count)
        return [
            Measurement(
                "text", "text.load.rate", Double(count) / seconds, "rows/s (wall)",
                peer: String(
                    format: "%.1f µs CPU/row; %.1f with nothing searched", with * row, without * row)),
            Measurement(
                "text", "text.rebuild.ratio", rebuild / rawRebuild, "× raw C API",
                peer: String(
                    format: "%.1f µs CPU/row; raw rebuild with unicode61 %.1f", rebuild * row,
                    rawRebuild * row)),
        ]
    }

    // MARK: - Searching

    private static let page =
        "SELECT p.id, p.title, p.summary, p.body, p.category, p.age, highlight(f, 0, x'02', x'03'), "
        + "snippet(f, 2, x'02', x'03', '…', 12) FROM f JOIN p ON p.rowid = f.rowid WHERE f MATCH ?"

    private static func searching(_ store: Store, _ raw: RawText) async throws -> [Measurement] {
        func measure(
            _ name: String, _ texts: [String], limit: Double?, rawMatch: (String) -> String,
            sql: String = page
                + " ORDER BY f.rank LIMIT 20", _ change: (inout SearchRequest) -> Void = { _ in }
        ) async throws -> Measurement {
            let decoder = ItemDecoder.content(of: Pieces.self)
            let ours = try await best(over: texts) { text in
                var request = SearchRequest(module: Pieces.descriptor)
                request.text = TextSearch(.all(text))
                request.page = .page(1, size: 20)
                request.countsTotal = false
                change(&request)
                let response = try await store.search([request], decoding: decoder)[0]
                guard response.items.count == 20, let outcome = response.text else {
                    throw RawInsert.Failure(message: "\(name): \(response.items.count) items of \(text)")
                }
                for item in response.items {
                    keep(outcome.highlighter.highlight(item.values.title ?? ""))
                    keep(outcome.highlighter.snippet(of: item.values.body ?? "", words: 12))
                }
            }
            let peer = try await best(over: texts) { keep(try raw.rows(sql, rawMatch($0))) }
            return Measurement(
                "text", name, ours * 1e3, "ms CPU",
                peer: String(format: "the C API %.2f ms", peer * 1e3), goal: limit.map { .atMost($0) })
        }
        let words = PieceSource.words
        let terms: [String] = (0..<10).map { words[$0 * 391 + 7] }
        let pairs: [String] = (0..<10).map { number in
            let beginning = words[number * 17].prefix(2)
            return "\(words[number * 31 + 2]) \(beginning)"
        }
        let quoted: (String) -> String = { text in
            let words = text.split(separator: " ").map { "\"\($0)\"" }
            return words.joined(separator: " ") + "*"
        }
        var measurements = [
            try await measure("text.term", terms, limit: 5, rawMatch: { "\"\($0)\"" }) {
                if case .all(let text, _)? = $0.text?.query {
                    $0.text?.query = .all(text, matching: .wholeWords)
                }
            },
            try await measure("text.two", pairs, limit: nil, rawMatch: quoted),
            try await measure(
                "text.filtered", terms, limit: nil, rawMatch: { "\"\($0)\"*" },
                sql: page + " AND p.category = 'category-3' ORDER BY f.rank LIMIT 20"
            ) { $0.filter = .leaf(.init(.equal, "category", .string("category-3"), type: .string)) },
            try await measure(
                "text.prefix", ["ro", "wi", "ta"], limit: 10, rawMatch: quoted,
                sql: page + " ORDER BY f.rank LIMIT 20"),
            try await measure(
                "text.prefix.counted", ["ro", "wi", "ta"], limit: 10, rawMatch: quoted,
                sql: "SELECT count(*) FROM f WHERE f MATCH ?"
            ) { $0.countsTotal = true },
            try await measure(
                "text.prefix.sorted", ["ro", "wi", "ta"], limit: nil, rawMatch: quoted,
                sql: page + " ORDER BY p.age, p.rowid LIMIT 20"
            ) { $0.sort = [SortKey(.value("age"))] },
            try await measure(
                "text.prefix.filtered", ["ro", "wi", "ta"], limit: nil, rawMatch: quoted,
                sql: page + " AND p.category = 'category-3' ORDER BY f.rank LIMIT 20"
            ) { $0.filter = .leaf(.init(.equal, "category", .string("category-3"), type: .string)) },
        ]
        let typos: [String] = terms.map { "\($0.dropLast())q\($0.suffix(1))" }
        measurements.append(
            try await measure("text.typo", typos, limit: nil, rawMatch: { "\"\($0)\"" }) {
                $0.text?.toleratesTypos = true
            })
        measurements.append(
            try await measure("text.part", ["elu", "iso"], limit: nil, rawMatch: { "\"\($0)\"" }) {
                if case .all(let text, _)? = $0.text?.query {
                    $0.text?.query = .all(text, matching: .partsOfWords)
                }
            })
        return measurements
    }

    // MARK: - Writing

    private static func writing(_ store: Store, _ raw: RawText, _ pieces: [PieceSource]) async throws
        -> [Measurement]
    {
        func items(_ range: Range<Int>) throws -> [Content<Pieces>] {
            try range.map { number in
                // Another piece's texts under the id.
                let line = pieces[number * 7 % count].line(number)
                return try ItemDecoder.content(of: Pieces.self).decodeInstance(Data(line.utf8))
            }
        }
        let many = try items(0..<2_000)
        let batch = try await cost { try await store.upsert(many) } / 2_000 * 1e6
        let rawBatch =
            try CPUClock.measure { try raw.update(0..<2_000, pieces, eachAlone: false) } / 2_000 * 1e6
        let single = try items(5_000..<5_200)
        let one = try await cost { for item in single { try await store.upsert([item]) } } / 200 * 1e6
        let rawOne =
            try CPUClock.measure { try raw.update(5_000..<5_200, pieces, eachAlone: true) } / 200 * 1e6
        return [
            Measurement(
                "text", "text.update.ratio", batch / rawBatch, "× raw C API",
                peer: String(
                    format: "%.0f µs CPU/row, 2,000 in a transaction; raw %.0f", batch, rawBatch)),
            Measurement(
                "text", "text.update.single.ratio", one / rawOne, "× raw C API",
                peer: String(format: "%.0f µs CPU, a transaction for each; raw %.0f", one, rawOne)),
        ]
    }

    // MARK: - Clocks

    private static func cost(_ body: () async throws -> some Any) async throws -> Double {
        let start = CPUClock.now()
        keep(try await body())
        return CPUClock.now() - start
    }

    /// CPU seconds per text, the best of three rounds.
    private static func best(over texts: [String], _ body: (String) async throws -> Void) async throws
        -> Double
    {
        var best = Double.infinity
        for _ in 0..<3 {
            let start = CPUClock.now()
            for text in texts { try await body(text) }
            best = min(best, CPUClock.now() - start)
        }
        return best / Double(texts.count)
    }
}
#else
/// Without the store's trait there is nothing to measure.
enum TextBenchmarks {
    static func run() async throws -> [Measurement] { [] }
}
#endif
