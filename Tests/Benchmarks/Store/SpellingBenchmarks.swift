#if SQLite
import Foundation
import Quire
import QuireStore

/// What it costs to find the words near to one that stands nowhere, in the words of 100,000 items: beside a plain pass over
/// the same words, which counts their letters and computes no distance.
enum SpellingBenchmarks {
    private static let count = 100_000

    static func run() async throws -> [Measurement] {
        let folder = NSTemporaryDirectory() + "quire-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lines = "\(folder)/pieces.ndjson"
        var words: Set<String> = []
        var text: [UInt8] = []
        for number in 0..<count {
            let title = (0..<8).map { word($0 * count + number) }
            words.formUnion(title)
            text +=
                Array(#"{"id":"\#(number)","values":{"title":"\#(title.joined(separator: " "))"}}"#.utf8) + [
                    0x0A
                ]
        }
        try Data(text).write(to: URL(fileURLWithPath: lines))
        let store = try await Store(.file("\(folder)/text.sqlite"), modules: [Pieces.descriptor])
        try await store.load("pieces", from: .file(lines))
        let sorted = words.sorted()
        let pass = best(of: 20) {
            var letters = 0
            for word in sorted { letters += word.unicodeScalars.count }
            keep(letters)
        }
        let short = mistyped(sorted.filter { (4...7).contains($0.utf8.count) })
        let long = mistyped(sorted.filter { (9...14).contains($0.utf8.count) })
        let beginnings = long.map { String($0.dropLast(2)) }
        let first = try await cost { keep(try await nearest(store, long[0], .wholeWords)) }
        let peer = String(format: "one pass over its %d words %.2f ms", sorted.count, pass * 1e3)
        func measure(_ name: String, _ texts: [String], _ matching: WordMatching, limit: Double?) async throws
            -> Measurement
        {
            var best = Double.infinity
            for _ in 0..<3 {
                let time = try await cost {
                    for text in texts where try await nearest(store, text, matching).isEmpty {
                        throw RawInsert.Failure(message: "\(name): nothing is near to \(text)")
                    }
                }
                best = min(best, time)
            }
            return Measurement(
                "spelling", name, best / Double(texts.count) * 1e3, "ms CPU", peer: peer,
                goal: limit.map { .atMost($0) })
        }
        let measurements = [
            Measurement(
                "spelling", "spelling.first", first * 1e3, "ms CPU", peer: "after a write: reads all words"),
            try await measure("spelling.short", short, .wholeWords, limit: 3),
            try await measure("spelling.long", long, .wholeWords, limit: 5),
            try await measure("spelling.unfinished", beginnings, .lastWordAsPrefix, limit: 5),
        ]
        await store.close()
        return measurements
    }

    /// The words of 60 syllables in ones to fives, a few of them often, most of them in an item or two.
    private static func word(_ number: Int) -> String {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678
        func random(_ bound: Int) -> Int {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
        }
        // Of two numbers the smaller one, twice: few words are many of the text.
        var rank = min(random(400_000), random(400_000), random(400_000))
        var word = ""
        for _ in 0..<(2 + rank % 4) {
            word += syllables[rank % syllables.count]
            rank = rank / 7 &* 31 &+ 17 &* (rank % 11)
        }
        return word
    }

    private static let syllables: [String] = ["b", "d", "f", "g", "k", "l", "m", "n", "r", "s", "t", "w"]
        .flatMap { letter in
            ["a", "e", "i", "o", "un"].map { letter + $0 }
        }

    /// Ten of the words, with two neighbours swapped in each.
    private static func mistyped(_ words: [String]) -> [String] {
        (0..<10).map { number in
            var letters = Array(words[(number * 7_919 + 13) % words.count])
            letters.swapAt(letters.count / 2, letters.count / 2 - 1)
            return String(letters) == words[(number * 7_919 + 13) % words.count]
                ? String(letters) + "q" : String(letters)
        }
    }

    private static func nearest(_ store: Store, _ text: String, _ matching: WordMatching) async throws
        -> [NearWord]
    {
        var request = SpellingRequest(text, module: Pieces.descriptor)
        request.matching = matching
        let wrong = try await store.misspellings(in: request)
        // A swap may give another word that there is.
        return wrong.isEmpty ? [NearWord(word: text, distance: 0, count: 1)] : wrong[0].nearest
    }

    private static func cost(_ body: () async throws -> Void) async throws -> Double {
        let start = CPUClock.now()
        try await body()
        return CPUClock.now() - start
    }

    private static func best(of rounds: Int, _ body: () -> Void) -> Double {
        (0..<rounds).map { _ in
            let start = CPUClock.now()
            body()
            return CPUClock.now() - start
        }.min() ?? 0
    }
}
#else
/// Without the store's trait there is nothing to measure.
enum SpellingBenchmarks {
    static func run() async throws -> [Measurement] { [] }
}
#endif
