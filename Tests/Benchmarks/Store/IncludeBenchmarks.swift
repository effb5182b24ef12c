#if SQLite
import Foundation
import Quire
import QuireStore
import SampleModules

/// Pages of 20 novels with their authors, and with their authors and editors, beside the same page without.
enum IncludeBenchmarks {
    private static let count = 20_000

    static func run() async throws -> [Measurement] {
        let store = try await Store(.memory, modules: [SampleModules.Novels.descriptor, Writers.descriptor])
        try await store.load(
            "writers", from: .data(lines { #"{"name":"Name \#($0)","birthYear":\#(1800 + $0 % 200)}"# }))
        try await store.load(
            "novels",
            from: .data(
                lines {
                    let editors = "\"\($0 * 31 % count)\",\"\($0 * 17 % count)\""
                    return
                        #"{"pages":\#($0 * 7 % count),"author":"\#($0 * 7_919 % count)","editors":[\#(editors)]}"#
                }))
        let plain = try await cost([], in: store)
        var measurements: [Measurement] = []
        for relations in [["author"], ["author", "editors"]] {
            let seconds = try await cost(relations, in: store)
            measurements.append(
                Measurement(
                    "relations", "relations.include.\(relations.count)", seconds / plain,
                    "× the page without",
                    peer: String(
                        format: "%.0f µs CPU with %@; %.0f without", seconds * 1e6,
                        relations.joined(separator: " and "), plain * 1e6)))
        }
        await store.close()
        return measurements
    }

    private static func lines(_ values: (Int) -> String) -> Data {
        var text = ""
        for number in 0..<count { text += #"{"id":"\#(number)","values":\#(values(number))}"# + "\n" }
        return Data(text.utf8)
    }

    /// Seconds of CPU for a page, the best of five rounds.
    private static func cost(_ relations: [String], in store: Store) async throws -> Double {
        let decoder = ItemDecoder<Content<SampleModules.Novels>>.content(of: SampleModules.Novels.self)
        var request = SearchRequest(module: SampleModules.Novels.descriptor)
        request.include = relations.map { IncludePath([$0]) }
        request.sort = [SortKey(.value("pages"), .descending)]
        request.page = .offset(0, limit: 20)
        request.countsTotal = false
        let pages = 300
        var best = Double.infinity
        for _ in 0..<5 {
            let start = CPUClock.now()
            var items = 0
            for _ in 0..<pages {
                let page = try await store.search([request], decoding: decoder)[0].items
                items += relations.isEmpty ? page.count : page.count { $0.author?.item != nil }
            }
            guard items == pages * 20 else {
                throw RawInsert.Failure(message: "\(items) items with \(relations)")
            }
            best = min(best, (CPUClock.now() - start) / Double(pages))
        }
        return best
    }
}
#endif
