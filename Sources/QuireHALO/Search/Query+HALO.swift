import QuireCore

extension Query {
    /// Adds the device's tags to the query's own when it is sent. The query itself does not change.
    ///
    /// ```swift
    /// Books.query().tags([Tag(name: "brand", value: "x")]).segmentWithDevice()
    /// // "segmentTags":[{"name":"brand",…},{"name":"Platform Name","value":"ios",…}],"segmentMode":"partial"
    /// ```
    /// An engine without device support throws.
    public func segmentWithDevice() -> Self {
        changed { request in
            var segment = request.segment ?? Segment(tags: [])
            segment.includesDevice = true
            request.segment = segment
        }
    }

    /// Allows the server to search fields that are slow to search: long texts and lists.
    ///
    /// ```swift
    /// Books.query().where(\.summary, like: "whale").slowSearch()
    /// // "searchSettings":{"enableSlowSearch":true}
    /// ```
    public func slowSearch(_ isEnabled: Bool = true) -> Self {
        changed { $0.settings.enablesSlowSearch = isEnabled }
    }

    /// Allows the server to sort by values that are slow to sort, in the order of a language.
    ///
    /// ```swift
    /// Books.query().sort(by: \.title).slowSort(locale: "en-EN")
    /// // "sortSettings":{"enableSlowSort":true,"sortLocale":"en-EN"}
    /// ```
    /// An engine that only sorts texts by their bytes throws if a language is set.
    public func slowSort(_ isEnabled: Bool = true, locale: String? = nil) -> Self {
        changed { request in
            request.settings.enablesSlowSort = isEnabled
            request.settings.sortLocale = locale ?? request.settings.sortLocale
        }
    }

    /// Sets how many seconds old a response from the server's cache may be.
    ///
    /// ```swift
    /// Books.query().serverCache(60)
    /// // header  to-cache: 60
    /// ```
    public func serverCache(_ seconds: Int) -> Self { changed { $0.serverCache = seconds } }
}
