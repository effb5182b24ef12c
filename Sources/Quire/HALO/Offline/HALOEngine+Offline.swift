import Foundation

extension HALOEngine: CacheableEngine {
    /// The address and the body of the search: what `to-cache` says, how an answer is read, and how long it is kept are not
    /// in it.
    public func cacheKey(_ request: SearchRequest) async throws -> String {
        var request = request
        request.offline = OfflineOptions()
        return cacheKey(of: try HALOSearch(request))
    }

    func cacheKey(of search: HALOSearch) -> String {
        let body = search.body(connection.settings)
        let address = connection.request(for: HALOCall(.post, "generalcontent/instance/search")).url
        // The device's tags are not known yet, and with no network may never be.
        let device = search.wantsDeviceTags ? " device" : ""
        return "\(address.printable) \(String(decoding: body, as: UTF8.self))\(device)"
    }
}

extension OfflineEngine where Base == HALOEngine {
    /// Searches without types, over any modules, as the policy says.
    ///
    /// - Throws: What `HALOEngine.search(_:)` throws; ``NotStoredError``.
    public func search(
        _ query: HALOQuery, _ options: OfflineOptions = OfflineOptions()
    ) async throws -> Page<AnyContent> {
        let search = try HALOSearch(query)
        let answer = try await offlineData.answer(
            for: "search \(base.cacheKey(of: search))", subject: "an untyped search", options,
            load: { try await base.data(of: search) },
            read: { try AnyContent.decoder.decodePage($0, options: search.decoding) })
        let response = answer.value
        var fetchNext: (@Sendable () async throws -> Page<AnyContent>)?
        var request = SearchRequest(module: .anyModule)
        request.page = query.page
        if let page = request.following(response)?.page {
            var next = query
            next.page = page
            fetchNext = { [next] in try await self.search(next, options) }
        }
        return Page(
            items: response.items, rejected: response.rejected, pageInfo: response.pageInfo,
            nextCursor: nil, origin: answer.origin, fetchNext: fetchNext)
    }
}
