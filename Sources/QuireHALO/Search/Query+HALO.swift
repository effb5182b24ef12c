import QuireCore

extension Query {
    /// Sets options of a search that only HALO has. An option that is left out keeps its value.
    ///
    /// ```swift
    /// Books.query().halo(serverCache: 60)
    /// // header  to-cache: 60
    /// Books.query().where(\.summary, like: "whale").halo(slowSearch: true)
    /// // "searchSettings":{"enableSlowSearch":true}
    /// Books.query().sort(by: \.title).halo(slowSort: true, sortLocale: "en-EN")
    /// // "sortSettings":{"enableSlowSort":true,"sortLocale":"en-EN"}
    /// Books.query().tags([Tag(name: "brand", value: "x")]).halo(segmentWithDevice: true)
    /// // "segmentTags":[{"name":"brand",…},{"name":"Platform Name","value":"ios",…}],"segmentMode":"partial"
    /// ```
    /// Other engines ignore the cache and the permissions. They throw an `UnsupportedError` if they cannot sort in the
    /// order of a language, or do not know the device's tags.
    /// - Parameters:
    ///   - serverCache: How many seconds old a response from the server's cache may be.
    ///   - slowSearch: Whether the server may search fields that are slow to search: long texts and lists.
    ///   - slowSort: Whether the server may sort by values that are slow to sort.
    ///   - sortLocale: The language whose order applies to texts.
    ///   - segmentWithDevice: Whether the device's tags are added to the query's own when it is sent. The query itself
    ///     does not change.
    public func halo(
        serverCache: Int? = nil, slowSearch: Bool? = nil, slowSort: Bool? = nil, sortLocale: String? = nil,
        segmentWithDevice: Bool? = nil
    ) -> Self {
        changed { request in
            if let serverCache { request.serverCache = serverCache }
            if let slowSearch { request.settings.enablesSlowSearch = slowSearch }
            if let slowSort { request.settings.enablesSlowSort = slowSort }
            if let sortLocale { request.settings.sortLocale = sortLocale }
            if segmentWithDevice == true, request.segment == nil { request.segment = Segment(tags: []) }
            if let segmentWithDevice { request.segment?.includesDevice = segmentWithDevice }
        }
    }
}
