import Quire
import Testing

extension ContentEngine {
    /// What the engine says to a request that it cannot express, with no I/O; `nil` where it can.
    func refusal(of request: SearchRequest) -> UnsupportedError? {
        do {
            try request.check(for: capabilities)
            try validate(request)
            return nil
        } catch {
            return error as? UnsupportedError
        }
    }

    /// The ids that a request finds, in the engine's order.
    func ids(_ request: SearchRequest) async throws -> [String] {
        try await page(request).items
    }

    /// The page of ids that a request finds; no values are read.
    func page(_ request: SearchRequest) async throws -> SearchResponse<String> {
        let pages = try await pages([request])
        try #require(pages.count == 1)
        return pages[0]
    }

    /// The pages of ids that requests of one module find, asked for together.
    func pages(_ requests: [SearchRequest]) async throws -> [SearchResponse<String>] {
        guard let module = requests.first?.module else { return [] }
        let decoder = ItemDecoder<String>(module: module, fields: []) {
            (reader) throws(DecodingFailure) in
            try reader.read { (_) throws(DecodingFailure) in }.id
        }
        let bare = requests.map { request in
            var request = request
            request.fields = []
            return request
        }
        let pages = try await search(bare, decoding: decoder)
        try #require(pages.count == requests.count)
        return pages
    }
}

/// The id of an instance.
func idOfInstance(_ instance: JSONValue) -> String {
    if case .string(let id)? = instance["id"] { id } else { "" }
}
