import QuireCore

extension Query {
    /// Adds the device's tags to the query's own when it is sent; the query itself stays as it is.
    ///
    /// ```swift
    /// Books.query().tags([Tag(name: "brand", value: "x")]).segmentWithDevice()
    /// // "segmentTags":[{"name":"brand",…},{"name":"Platform Name","value":"ios",…}],"segmentMode":"partial"
    /// ```
    /// An engine that knows no device refuses it.
    public func segmentWithDevice() -> Self {
        changed { request in
            var segment = request.segment ?? Segment(tags: [])
            segment.includesDevice = true
            request.segment = segment
        }
    }

    /// Lets the server search fields that take it long: long texts and lists.
    ///
    /// ```swift
    /// Books.query().where(\.summary, like: "whale").slowSearch()
    /// // "searchSettings":{"enableSlowSearch":true}
    /// ```
    public func slowSearch(_ isEnabled: Bool = true) -> Self {
        changed { $0.settings.enablesSlowSearch = isEnabled }
    }

    /// Lets the server sort by values that take it long, in the order of a language.
    ///
    /// ```swift
    /// Books.query().sort(by: \.title).slowSort(locale: "en-EN")
    /// // "sortSettings":{"enableSlowSort":true,"sortLocale":"en-EN"}
    /// ```
    /// An engine that sorts by the texts' bytes alone refuses a language.
    public func slowSort(_ isEnabled: Bool = true, locale: String? = nil) -> Self {
        changed { request in
            request.settings.enablesSlowSort = isEnabled
            request.settings.sortLocale = locale ?? request.settings.sortLocale
        }
    }

    /// How many seconds old an answer may be that the server takes from its cache.
    ///
    /// ```swift
    /// Books.query().serverCache(60)
    /// // header  to-cache: 60
    /// ```
    public func serverCache(_ seconds: Int) -> Self { changed { $0.serverCache = seconds } }
}
