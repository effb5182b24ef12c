import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireSync

extension OfflineEngine where Base == HALOEngine {
    /// Runs an untyped search over any modules, as the policy says.
    ///
    /// - Throws: The errors of `HALOEngine.search(_:)`; ``/QuireSync/NotStoredError``.
    public func search(
        _ query: HALOQuery, _ options: OfflineOptions = OfflineOptions()
    ) async throws -> Page<AnyContent> {
        try await search(query, options, after: ReceivedItems())
    }

    private func search(
        _ query: HALOQuery, _ options: OfflineOptions, after received: ReceivedItems
    ) async throws -> Page<AnyContent> {
        let search = try HALOSearch(query)
        let result = try await offlineData.response(
            for: "search \(try await base.cacheKey(of: search))", subject: "an untyped search", options,
            load: { try await base.data(of: search) },
            read: { try AnyContent.decoder.decodePage($0, options: search.decoding) })
        let request = SearchRequest(pagedBy: query.page)
        var response = try request.placing(result.value)
        try request.checkCompleteness(of: response)
        let fetchNext = try request.fetchingNext(after: &response, received) { request, received in
            var next = query
            next.page = request.page
            return try await self.search(next, options, after: received)
        }
        return Page(
            items: response.items, rejected: response.rejected, pageInfo: response.pageInfo,
            nextCursor: nil, origin: result.origin, fetchNext: fetchNext)
    }

    /// Fetches all modules that the app may read, as the policy says.
    ///
    /// ```swift
    /// let modules = try await halo.offline(in: store).modules(withFields: true)
    /// for module in modules.value { print(module.name) }
    /// ```
    /// - Throws: The errors of `HALOEngine.modules(withFields:serverCache:)`; ``/QuireSync/NotStoredError``.
    public func modules(
        withFields: Bool = false, serverCache: Int = 0, _ options: OfflineOptions = OfflineOptions()
    ) async throws -> OfflineResponse<[HALOModule]> {
        let address = base.connection.request(for: HALOCall(.get, "generalcontent/module")).url.printable
        return try await offlineData.response(
            for: "modules \(address) withFields=\(withFields)", subject: "the list of modules", options,
            load: { try await base.modulesData(withFields: withFields, serverCache: serverCache) },
            read: { data in
                let page = try HALOModulePage(ResponseObject(data, of: "modules"))
                var list = SearchRequest(module: .modules)
                list.page = .all
                try list.checkCompleteness(of: page.response)
                return page.modules
            })
    }
}

extension HALOEngine: CacheableEngine {
    /// The key consists of the address and the body of the search, including the device's tags if it uses them.
    /// `to-cache`, decoding options and the lifetime of a response are not part of it.
    ///
    /// - Throws: The errors of `deviceTags`. If it cannot provide the tags while offline, no response can be found.
    public func cacheKey(_ request: SearchRequest) async throws -> String {
        var request = request
        request.offline = OfflineOptions()
        return try await cacheKey(of: try compiled(request))
    }

    func cacheKey(of search: HALOSearch) async throws -> String {
        let body = try await withDeviceTags(search).body(settings)
        let address = connection.request(for: HALOCall(.post, "generalcontent/instance/search")).url
        return "\(address.printable) \(String(decoding: body, as: UTF8.self))"
    }
}
