import Foundation
import QuireCore
import QuireHTTP
import QuireSync

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
