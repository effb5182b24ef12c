import Foundation
import QuireCore
import QuireHTTP
import QuireSync

extension HALOEngine: CacheableEngine {
    /// The address and the body of the search, the device's tags in it where they belong to it: what `to-cache` says, how
    /// an answer is read, and how long it is kept make no difference.
    ///
    /// - Throws: What `deviceTags` throws: with no network, tags that it does not remember leave nothing to find.
    public func cacheKey(_ request: SearchRequest) async throws -> String {
        var request = request
        request.offline = OfflineOptions()
        return try await cacheKey(of: try compiled(request))
    }

    func cacheKey(of search: HALOSearch) async throws -> String {
        let body = try await withDeviceTags(search).body(connection.settings)
        let address = connection.request(for: HALOCall(.post, "generalcontent/instance/search")).url
        return "\(address.printable) \(String(decoding: body, as: UTF8.self))"
    }
}
