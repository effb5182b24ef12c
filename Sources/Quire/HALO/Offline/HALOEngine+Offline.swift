import Foundation

extension HALOEngine: CacheableEngine {
    /// The address and the body of the search: what `to-cache` says, how an answer is read, and how long it is kept are not
    /// in it.
    public func cacheKey(_ request: SearchRequest) throws -> String {
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
