#if SQLite
import Foundation
import Quire
import QuireStore
import QuireText

/// The exact nearest neighbours among 100,000 vectors of 384 components, of which a filter selects a tenth, compared with a
/// hand-written scan of the same vectors in the same process.
enum MeaningBenchmarks {
    private static let count = 100_000
    private static let dimensions = 384
    private static let words = 5_000

    private static let module = ModuleDescriptor(
        name: "notes",
        embedding: EmbeddingDescriptor(of: ["title"], dimensions: dimensions, model: "random"),
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true),
        ])

    /// A vector that depends on the text alone.
    private struct RandomEmbedder: Embedder {
        let model = "random"

        func vectors(for texts: [String]) async throws -> [[Float]] {
            texts.map { text in
                var state = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
                    ($0 ^ UInt64($1)) &* 0x100_0000_01b3
                }
                return (0..<dimensions).map { _ in
                    state ^= state << 13
                    state ^= state >> 7
                    state ^= state << 17
                    return Float(Int64(bitPattern: state) >> 40)
                }
            }
        }
    }

    private static func title(_ row: Int) -> String { "word\(row % words) word\(row * 31 % words) \(row)" }

    static func run() async throws -> [Measurement] {
        let folder = NSTemporaryDirectory() + "quire-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var lines: [UInt8] = []
        for row in 0..<count {
            lines +=
                Array(
                    #"{"id":"\#(row)","values":{"title":"\#(title(row))","age":\#(row % 10)}}"#.utf8) + [0x0A]
        }
        try Data(lines).write(to: URL(fileURLWithPath: "\(folder)/notes.ndjson"))
        var options = StoreOptions()
        options.embedder = RandomEmbedder()
        let store = try await Store(.file("\(folder)/notes.sqlite"), modules: [module], options: options)
        try await store.load("notes", from: .file("\(folder)/notes.ndjson"))
        let embedding = try await cost { try await store.fullText.embed() }
        let questions = (0..<20).map { "question \($0)" }
        let vectors = try await RandomEmbedder().vectors(for: questions).map { try TextVector($0) }
        var scan = HandWrittenScan(dimensions: dimensions)
        for row in 0..<count {
            let vector = try TextVector(try await RandomEmbedder().vectors(for: [title(row)])[0])
            scan.components += vector.components
            scan.scales.append(vector.scale)
        }
        let isWanted = (0..<count).map { $0 % 10 == 3 }
        // Rows are numbered from 1 on.
        let nearest = try await store.nearestRows(
            in: "notes", among: (1...Int64(count)).filter { $0 % 10 == 4 })
        for vector in vectors {
            let found = try nearest(vector, 20).map { Int($0) - 1 }
            let expected = scan.nearest(20, to: vector.components, among: isWanted)
            guard found.sorted() == expected.sorted() else { throw Failure(message: "\(found) \(expected)") }
        }
        var (own, peer) = (Double.infinity, Double.infinity)
        // In turns, because other processes take more or less of the machine from one moment to the next.
        for _ in 0..<9 {
            own = min(own, try CPUClock.measure { for vector in vectors { keep(try nearest(vector, 20)) } })
            peer = min(
                peer,
                CPUClock.measure {
                    for vector in vectors { keep(scan.nearest(20, to: vector.components, among: isWanted)) }
                })
        }
        let pages = Double(questions.count)
        return [
            Measurement(
                "meaning", "meaning.nearest.ratio", own / peer, "× hand-written scan",
                peer: String(format: "%.3f ms CPU, the store %.3f", peer / pages * 1e3, own / pages * 1e3),
                goal: .atMost(1.3)),
            Measurement(
                "meaning", "meaning.page", try await page(questions, store), "ms CPU/page",
                peer: "20 of 100,000, a filter of a tenth, no word found"),
            Measurement("meaning", "meaning.embed", embedding / Double(count) * 1e6, "µs CPU/item"),
        ]
    }

    private struct Failure: Error { var message: String }

    private static func page(_ questions: [String], _ store: Store) async throws -> Double {
        var best = Double.infinity
        for _ in 0..<5 {
            let seconds = try await cost {
                for question in questions {
                    var request = SearchRequest(module: module)
                    request.text = TextSearch(.all(question))
                    request.text?.mode = .meaning
                    request.filter = .leaf(.init(.equal, "age", value: .integer(3), type: .number))
                    request.page = .page(1, size: 20)
                    keep(try await store.searchData(request))
                }
            }
            best = min(best, seconds / Double(questions.count) * 1e3)
        }
        return best
    }

    private static func cost(_ body: () async throws -> Void) async rethrows -> Double {
        let start = CPUClock.now()
        try await body()
        return CPUClock.now() - start
    }
}
#endif
