#if SQLite
import Foundation
import Quire
import QuireStore

/// The cost of finding words similar to an unknown one, among the words of 100,000 items, compared with a plain pass
/// over the same words that counts their letters and computes no distance.
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
        let long = sorted.filter { (9...14).contains($0.utf8.count) }
        let first = try await cost {
            keep(try await store.misspellings(in: request(long[0] + "q", .wholeWords)))
        }
        func measure(
            _ name: String, _ words: [String], _ matching: WordMatching, limit: Double
        ) async throws -> Measurement {
            let requests = try await wrong(words, matching, in: store)
            var best = Double.infinity
            for _ in 0..<3 {
                let time = try await cost {
                    for request in requests { keep(try await store.misspellings(in: request)) }
                }
                best = min(best, time)
            }
            let each = best / Double(requests.count)
            return Measurement(
                "spelling", name, each / pass, "× a pass over all words",
                peer: String(
                    format: "%.2f ms CPU; a pass over %d words %.2f", each * 1e3, sorted.count, pass * 1e3),
                goal: .atMost(limit))
        }
        let measurements = [
            Measurement(
                "spelling", "spelling.first", first * 1e3, "ms CPU", peer: "after a write: reads all words"),
            try await measure(
                "spelling.short", sorted.filter { (4...7).contains($0.utf8.count) }, .wholeWords, limit: 0.2),
            try await measure("spelling.long", long, .wholeWords, limit: 0.7),
            try await measure("spelling.unfinished", long, .lastWordAsPrefix, limit: 1),
        ]
        await store.close()
        return measurements
    }

    /// Words of one to five syllables out of 60; a few are frequent, most are in one or two items.
    private static func word(_ number: Int) -> String {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678
        func random(_ bound: Int) -> Int {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
        }
        // The smallest of three numbers: few words make up most of the text.
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

    /// Ten of the words with two neighbours swapped, unfinished ones without their last two letters: unknown words
    /// with a similar known one.
    private static func wrong(
        _ words: [String], _ matching: WordMatching, in store: Store
    ) async throws -> [SpellingRequest] {
        var requests: [SpellingRequest] = []
        for number in 1...1_000 where requests.count < 10 {
            var letters = Array(words[number * 7_919 % words.count])
            letters.swapAt(letters.count / 2, letters.count / 2 - 1)
            if matching == .lastWordAsPrefix { letters.removeLast(2) }
            let request = request(String(letters), matching)
            let found = try await store.misspellings(in: request)
            if found.first?.nearest.isEmpty == false { requests.append(request) }
        }
        guard requests.count == 10 else { throw RawInsert.Failure(message: "nothing is near to anything") }
        return requests
    }

    private static func request(_ text: String, _ matching: WordMatching) -> SpellingRequest {
        var request = SpellingRequest(text, module: Pieces.descriptor)
        request.matching = matching
        return request
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
