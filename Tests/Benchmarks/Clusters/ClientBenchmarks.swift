import Foundation
import LoopbackServer
import Quire
import QuireHTTP

/// The client's CPU for a search with seven leaves, beside a client for the same server that is written by hand: with
/// `URLSession`, `JSONSerialization` for the request, and `JSONDecoder` for the page.
enum ClientBenchmarks {
    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter count: The number of items on the page.
    static func search(
        _ cluster: ClusterFixture, _ documents: [JSONValue], _ count: Int
    ) async throws -> Measurement {
        let some = Array(documents.prefix(count))
        let index = try await ClusterFixture.index()
        let replies = ReplayedReplies { request in
            if request.path.hasSuffix("/_count") { return #"{"count":0}"# }
            if request.body.isEmpty, !cluster.isPocketBase {
                return ClusterFixture.mapping(of: documents, in: index)
            }
            let selected = try some.map { try cluster.selected(of: $0, by: request) }
            return cluster.response(documents: selected, of: count, in: index)
        }
        let server = try LoopbackServer(records: false) { replies.reply(to: $0) }
        defer { server.stop() }
        let engine = cluster.engine(NetworkTransport(), at: server.url)
        let peer = HandWrittenClient(cluster: cluster, server: server.url)
        let decoder = ItemDecoder<Content<BenchmarkBooks>>.content()
        func own(_ round: Int) async throws -> [Content<BenchmarkBooks>] {
            var request = SearchRequest(module: BenchmarkBooks.descriptor)
            request.page = .page(1, size: count)
            request.filter = filter(round)
            return try await engine.search([request], decoding: decoder).first?.items ?? []
        }
        // Both must have read the same items.
        let expected = try decoder.decodePage(PageFixture.page(items: count)).items
        let found = try await own(0)
        guard found.count == count, zip(found, expected).allSatisfy(isSame) else {
            throw Difference(
                description: "\(cluster.rawValue): the engine read other items, \(found.count) of \(count)")
        }
        let theirs = try await peer.search(0, count)
        guard theirs.map(\.values.title) == found.map(\.values.title) else {
            throw Difference(description: "\(cluster.rawValue): the client by hand read other items")
        }
        let rounds = 2_000 / count
        var (ours, hand) = (0.0, 0.0)
        for turn in 0..<12 {
            let start = CPUClock.now() - server.cpuSeconds
            for round in 0..<rounds { keep(try await own(round)) }
            let middle = CPUClock.now() - server.cpuSeconds
            for round in 0..<rounds { keep(try await peer.search(round, count)) }
            let end = CPUClock.now() - server.cpuSeconds
            // The first turns warm up.
            guard turn >= 2 else { continue }
            (ours, hand) = (ours + middle - start, hand + end - middle)
        }
        let unit = 1e6 / Double(rounds * 10)
        return Measurement(
            "clusters", "\(cluster.rawValue): a search of 7 leaves, a page of \(count)", ours / hand,
            "× a client by hand", peer: String(format: "%.0f µs beside %.0f µs", ours * unit, hand * unit),
            goal: .atMost(count == 20 ? 0.7 : 0.35))
    }

    @inline(never)
    private static func filter(_ round: Int) -> Filter {
        func leaf(_ operation: FilterOperation, _ name: String, _ value: FilterValue) -> Filter {
            .leaf(.init(operation, name, value: value, type: .number))
        }
        return .and([
            .or([
                .and([
                    leaf(.greaterOrEqual, "age", .integer(Int64(round))), leaf(.less, "age", .integer(100)),
                ]), leaf(.equal, "rating", .null),
            ]), leaf(.notEqual, "title", .string("July Young")), leaf(.lessOrEqual, "price", .number(9.5)),
            .or([leaf(.equal, "available", .boolean(true)), leaf(.equal, "title", .string("x"))]),
        ])
    }

    /// Whether an item has the expected values. An address of a file belongs to its server.
    private static func isSame(
        _ item: Content<BenchmarkBooks>, _ expected: Content<BenchmarkBooks>
    ) -> Bool {
        var (values, others) = (item.values, expected.values)
        guard values.cover?.rawValue.hasSuffix("front-large.jpg") == true else { return false }
        (values.cover, others.cover) = (nil, nil)
        var (own, other) = (JSONWriter(), JSONWriter())
        values.write(to: &own, .epochMilliseconds)
        others.write(to: &other, .epochMilliseconds)
        return item.id == expected.id && own.bytes == other.bytes
            && item.metadata.createdAt == expected.metadata.createdAt
    }
}

/// The server's replies: created once for each address, for the engine's first search, which is not measured.
final class ReplayedReplies: @unchecked Sendable {
    private let make: @Sendable (ReceivedRequest) throws -> String
    private let lock = NSLock()
    private var page: Reply?
    private var others: [String: Reply] = [:]

    init(_ make: @escaping @Sendable (ReceivedRequest) throws -> String) { self.make = make }

    /// The client that is written by hand gets the engine's page.
    func reply(to request: ReceivedRequest) -> Reply {
        lock.withLock {
            let path = request.path
            let isPage =
                !request.body.isEmpty && !path.hasSuffix("/_count") || request.query("filter") != nil
            if let reply = isPage ? page : others[path] { return reply }
            guard let text = try? make(request) else { return Reply(404) }
            let reply = Reply.json(text)
            if isPage { page = reply } else { others[path] = reply }
            return reply
        }
    }
}
