import QuireCore
import QuireEngine

extension ContentEngine {
    /// The ids that a request finds, in the engine's order.
    func ids(_ request: SearchRequest) async throws -> [String] {
        try await page(request).items
    }

    /// The page of ids that a request finds; no values are read.
    func page(_ request: SearchRequest) async throws -> SearchResponse<String> {
        guard let page = try await pages([request]).first else {
            throw ResponseCountError(engine: capabilities.name, requested: 1, returned: 0)
        }
        return page
    }

    /// The pages of ids for requests of one module, requested together.
    func pages(_ requests: [SearchRequest]) async throws -> [SearchResponse<String>] {
        guard let module = requests.first?.module else { return [] }
        let decoder = ItemDecoder.ids(of: module)
        let bare = requests.map { request in
            var request = request
            request.fields = []
            return request
        }
        let pages = try await search(bare, decoding: decoder)
        guard pages.count == requests.count else {
            throw ResponseCountError(
                engine: capabilities.name, requested: requests.count, returned: pages.count)
        }
        return pages
    }
}

/// A page with room for all items of any table of the suite; not every engine supports `.all`. `WatchedEngine` reads it in
/// several pages if the engine's are smaller.
let wholePage = PageRequest.page(1, size: wholePageSize)
let wholePageSize = 200

extension Array {
    /// The elements in batches of this size.
    func batches(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
