#if SQLite
import Foundation
import Quire
import QuireStore

/// Members of objects: 100,000 items with three objects of four members and a list of five objects, beside the same content
/// in plain fields, and beside a table of the listed objects as a person would make it.
enum MemberBenchmarks {
    private static let count = 100_000

    static func run() async throws -> [Measurement] {
        let folder = NSTemporaryDirectory() + "quire-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let nested = try await load(MemberFixture.nested, MemberFixture.nestedLine, folder)
        let plain = try await load(MemberFixture.plain, MemberFixture.plainLine, folder)
        let unqueried = try await load(MemberFixture.unqueried, MemberFixture.nestedLine, folder)
        let raw = try RawTables(path: "\(folder)/raw.sqlite", productsOf: count)
        var measurements = [
            Measurement(
                "members", "members.load.ratio", nested.seconds / plain.seconds, "× in plain fields",
                peer: String(
                    format: "%.1f s CPU beside %.1f; %.1f if no query sees the members", nested.seconds,
                    plain.seconds, unqueried.seconds), goal: .atMost(1.3)),
            Measurement(
                "members", "members.size", Double(nested.bytes) / Double(plain.bytes), "× in plain fields",
                peer:
                    "\(nested.bytes / 1_000_000) MB; \(unqueried.bytes / 1_000_000) MB if no query sees the members"
            ),
        ]
        var (member, field, element, byHand) = (
            Double.infinity, Double.infinity, Double.infinity, Double.infinity
        )
        for _ in 0..<5 {
            let inObject = try await cost(
                nested.store, MemberFixture.nested, 100, MemberFixture.range(of: "dates.start"))
            let inField = try await cost(
                plain.store, MemberFixture.plain, 100, MemberFixture.range(of: "datesStart"))
            let ours = try await cost(nested.store, MemberFixture.nested, 20, MemberFixture.oneVariant)
            var expected = 0
            let theirs =
                try CPUClock.measure { expected = try raw.run(MemberFixture.oneVariantSQL, rounds: 20) } / 20
            guard inObject.found == inField.found, ours.found == expected else {
                throw RawInsert.Failure(
                    message: "items: \(inObject.found) and \(inField.found), \(ours.found) and \(expected)")
            }
            member = min(member, inObject.seconds)
            field = min(field, inField.seconds)
            element = min(element, ours.seconds)
            byHand = min(byHand, theirs)
        }
        measurements += [
            Measurement(
                "members", "members.search.ratio", member / field, "× over plain fields",
                peer: String(format: "%.1f µs CPU beside %.1f", member * 1e6, field * 1e6), goal: .atMost(1.3)
            ),
            Measurement(
                "members", "members.any.ratio", element / byHand, "× a table of the objects by hand",
                peer: String(format: "%.1f µs CPU beside %.1f", element * 1e6, byHand * 1e6),
                goal: .atMost(1.5)),
        ]
        raw.close()
        for loaded in [nested, plain, unqueried] { await loaded.store.close() }
        return measurements
    }

    private struct Loaded {
        var store: Store
        var seconds: Double
        var bytes: Int
    }

    private static func load(
        _ module: ModuleDescriptor, _ line: (Int) -> String, _ folder: String
    ) async throws -> Loaded {
        let path = "\(folder)/\(module.name).sqlite"
        let store = try await Store(.file(path), modules: [module])
        let lines = Data((0..<count).map { line($0) + "\n" }.joined().utf8)
        let start = CPUClock.now()
        _ = try await store.load(module.name, from: .data(lines))
        let seconds = CPUClock.now() - start
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return Loaded(store: store, seconds: seconds, bytes: (attributes[.size] as? Int) ?? 0)
    }

    /// The seconds of a page of twenty items, and the number of items in all pages.
    private static func cost(
        _ store: Store, _ module: ModuleDescriptor, _ rounds: Int,
        _ search: (Int) -> (filter: Filter, sort: SortKey)
    ) async throws -> (seconds: Double, found: Int) {
        var found = 0
        let start = CPUClock.now()
        for round in 0..<rounds {
            var request = SearchRequest(module: module)
            request.countsTotal = false
            request.fields = []
            let (filter, sort) = search(round)
            request.filter = filter
            request.sort = [sort]
            request.page = .offset(0, limit: 20)
            found += try await store.search([request], decoding: .ids(of: module))[0].items.count
        }
        return ((CPUClock.now() - start) / Double(rounds), found)
    }
}
#else
/// Without the store's trait there is nothing to measure.
enum MemberBenchmarks {
    static func run() async throws -> [Measurement] { [] }
}
#endif
