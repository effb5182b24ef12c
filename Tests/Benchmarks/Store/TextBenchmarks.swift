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
        let rawRows = try CPUClock.measure { try raw.insert(pieces) }
        let store = try await Store(.file("\(folder)/text.sqlite"), modules: [Pieces.descriptor])
        var measurements = try await loading(store, raw, rawRows, lines, folder)
        measurements += try await TextSearchBenchmarks(store, raw).run()
        let popular = try await Store(.file("\(folder)/popular.sqlite"), modules: [Pieces.popular])
        try await popular.load("pieces", from: .file(lines))
        measurements += try await TextSearchBenchmarks(popular, raw, module: Pieces.popular).runPopular()
        await popular.close()
        measurements += try await writing(store, raw, pieces)
        measurements.append(snippet())
        await store.close()
        return measurements
    }

    // MARK: - Building the index

    private static func loading(
        _ store: Store, _ raw: RawText, _ rawRows: Double, _ lines: String, _ folder: String
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
        let sizes = try (size("\(folder)/text.sqlite", "quire_text%"), size("\(folder)/raw.sqlite", "f_%"))
        return [
            Measurement(
                "text", "text.load.rate", Double(count) / seconds, "rows/s (wall)",
                peer: String(
                    format: "%.1f µs CPU/row; %.1f with nothing searched", with * row, without * row)),
            Measurement(
                "text", "text.load.ratio", with / (rawRows + rawRebuild), "× raw rows and FTS5",
                peer: String(
                    format: "%.1f µs CPU/row; raw %.1f", with * row, (rawRows + rawRebuild) * row),
                goal: .atMost(1.2)),
            Measurement(
                "text", "text.index.size", sizes.0 / sizes.1, "× raw FTS5",
                peer: String(format: "%.1f MB; raw with prefixes of 2 and 3 letters %.1f", sizes.0, sizes.1)),
            Measurement(
                "text", "text.rebuild.ratio", rebuild / rawRebuild, "× raw C API",
                peer: String(
                    format: "%.1f µs CPU/row; raw rebuild with unicode61 %.1f", rebuild * row,
                    rawRebuild * row)),
        ]
    }

    /// The megabytes of the tables whose names match a pattern.
    private static func size(_ path: String, _ pattern: String) throws -> Double {
        let raw = try RawText(existing: path)
        defer { raw.close() }
        let rows = try raw.rows("SELECT sum(pgsize) FROM dbstat WHERE name LIKE ?", pattern)
        return (rows.first?.first.flatMap(Double.init) ?? .nan) / 1e6
    }

    // MARK: - Snippets

    /// A snippet of a text of a megabyte, beside one pass of the analyzer over it.
    private static func snippet() -> Measurement {
        let text = (0..<1_500).map { PieceSource($0).body }.joined(separator: ". ")
        let analyzer = TextAnalyzer()
        var count = 0
        let pass = CPUClock.best(of: 5) {
            var text = text
            text.withUTF8 {
                analyzer.forEachToken(in: $0) { word, _, _ in
                    count += word.count
                    return true
                }
            }
        }
        keep(count)
        let highlighter = TextHighlighter(.all("\(PieceSource.words[40]) \(PieceSource.words[900])"))
        let ours = CPUClock.best(of: 5) { keep(highlighter.snippet(of: text, words: 20)) }
        return Measurement(
            "text", "text.snippet.long", ours / pass, "× one pass of the analyzer",
            peer: String(format: "%.1f ms for %.1f MB", ours * 1e3, Double(text.utf8.count) / 1e6),
            goal: .atMost(2))
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
        let same = try await cost { try await store.upsert(many) } / 2_000 * 1e6
        let single = try items(5_000..<5_200)
        let one = try await cost { for item in single { try await store.upsert([item]) } } / 200 * 1e6
        let rawOne =
            try CPUClock.measure { try raw.update(5_000..<5_200, pieces, eachAlone: true) } / 200 * 1e6
        let rawNoted =
            try CPUClock.measure {
                try raw.update(5_200..<5_400, pieces, eachAlone: true, notesVersion: true)
            } / 200 * 1e6
        return [
            Measurement(
                "text", "text.update.version", (rawNoted - rawOne) / one, "× a transaction of one item",
                peer: String(
                    format: "the row with the index's version: %.1f µs CPU in raw SQLite", rawNoted - rawOne)),
            Measurement(
                "text", "text.update.ratio", batch / rawBatch, "× raw C API",
                peer: String(
                    format: "%.0f µs CPU/row, 2,000 in a transaction; raw %.0f", batch, rawBatch)),
            Measurement(
                "text", "text.update.unchanged.ratio", same / rawBatch, "× raw C API",
                peer: String(
                    format: "%.0f µs CPU/row with the same texts; raw that replaces them %.0f", same, rawBatch
                )),
            Measurement(
                "text", "text.update.single.ratio", one / rawOne, "× raw C API",
                peer: String(format: "%.0f µs CPU, a transaction for each; raw %.0f", one, rawOne)),
        ]
    }

    // MARK: - Clocks

    static func cost(_ body: () async throws -> some Any) async throws -> Double {
        let start = CPUClock.now()
        keep(try await body())
        return CPUClock.now() - start
    }

}
#else
/// Without the store's trait there is nothing to measure.
enum TextBenchmarks {
    static func run() async throws -> [Measurement] { [] }
}
#endif
