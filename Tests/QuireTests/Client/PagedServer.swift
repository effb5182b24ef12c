import Foundation
import Quire
import SampleModules

/// A scripted server in HALO's form: the test decides which items a page has and what its pagination says.
struct PagedServer: ContentEngine {
    /// The pagination that a server reports for a page.
    struct Numbers: Sendable {
        var page: Int?
        var limit: Int?
        var offset: Int?
        var totalItems: Int?
        var totalPages: Int?

        var json: String {
            let members = [
                ("page", page), ("limit", limit), ("offset", offset), ("totalItems", totalItems),
                ("totalPages", totalPages),
            ]
            return members.compactMap { name, number in number.map { "\"\(name)\":\($0)" } }
                .joined(separator: ",")
        }
    }

    /// Requests in the order of arrival.
    final class Log: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [SearchRequest] = []

        var requests: [SearchRequest] { lock.withLock { list } }
        var pages: [PageRequest] { requests.map(\.page) }

        func add(_ request: SearchRequest) -> Int {
            lock.withLock {
                list.append(request)
                return list.count
            }
        }
    }

    var capabilities = EngineCapabilities(
        name: "paged", operations: Set(FilterOperation.allCases), sortsByValue: true,
        supportsNullOrdering: true,
        supportsCursors: false, countsTotal: true, fullText: false, facets: false, includes: false,
        sortsByLanguage: true, supportsDeviceSegments: true)
    let log = Log()
    /// The body for a request and the number of requests so far.
    let response: @Sendable (SearchRequest, Int) -> (body: String, next: Cursor?)

    init(_ response: @escaping @Sendable (SearchRequest, Int) -> String) {
        self.response = { (response($0, $1), nil) }
    }

    init(cursors response: @escaping @Sendable (Cursor?, Int) -> (body: String, next: Cursor?)) {
        self.response = { request, count in
            if case .cursor(let cursor, _) = request.page { return response(cursor, count) }
            return ("{}", nil)
        }
        capabilities.supportsCursors = true
    }

    /// A server with `count` books that caps its pages.
    init(of count: Int, cap: Int, says: @escaping @Sendable (inout Numbers) -> Void = { _ in }) {
        self.init { request, _ in
            let ids = request.ids ?? (0..<count).map { "b\($0)" }
            let (number, asked): (Int, Int)
            switch request.page {
            case .page(let page, let size): (number, asked) = (page, size)
            case .offset(let offset, let limit): (number, asked) = (offset / limit + 1, limit)
            case .standard: (number, asked) = (1, 10)
            case .all, .cursor: (number, asked) = (1, Int(Int32.max))
            }
            let limit = min(cap, asked)
            let start = (number - 1) * limit
            var numbers = Numbers(
                page: number, limit: limit, offset: start, totalItems: ids.count,
                totalPages: (ids.count + limit - 1) / limit)
            says(&numbers)
            return Self.page(ids.dropFirst(start).prefix(limit), numbers)
        }
    }

    static func page(_ ids: some Sequence<String>, _ numbers: Numbers) -> String {
        "{\"pagination\":{\(numbers.json)},\"items\":\(bare(ids))}"
    }

    static func bare(_ ids: some Sequence<String>) -> String {
        let items = ids.map {
            "{\"id\":\"\($0)\",\"values\":{\"title\":\"\($0)\",\"fullName\":\"\($0)\",\"age\":1,\"price\":1,\"active\":true,\"author\":\"\($0)\"}}"
        }
        return "[\(items.joined(separator: ","))]"
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try requests.map { request in
            let (body, next) = self.response(request, log.add(request))
            var response = try decoder.decodePage(Data(body.utf8), options: request.decoding)
            response.nextCursor = next
            return response
        }
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        Data(self.response(request, log.add(request)).body.utf8)
    }

    func validate(_ request: SearchRequest) throws {}

    func explain(_ request: SearchRequest) throws -> String { "\(request.page)" }
}
