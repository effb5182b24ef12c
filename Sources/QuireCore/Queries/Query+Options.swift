extension Query {
    /// Narrows the query to items with these ids. The result has the query's order, not that of the ids.
    ///
    /// ```swift
    /// Books.query().ids(["57ea6aa4", "57ea6aa5"])
    /// // "instanceIds":["57ea6aa4","57ea6aa5"]
    /// ```
    public func ids(_ ids: [ContentID<Module>]) -> Self {
        changed { $0.ids = ids.map(\.rawValue) }
    }

    /// Sets the language of the values: `.locale("en-US")`.
    public func locale(_ locale: String) -> Self { changed { $0.locale = locale } }

    /// Narrows the query to items that have any of the tags, or all of them with `mode: .total`.
    ///
    /// ```swift
    /// Books.query().tags([Tag(name: "Platform Name", value: "ios")], mode: .total)
    /// // "segmentTags":[{"name":"Platform Name","value":"ios","tagType":"000000000000000000000002"}],"segmentMode":"total"
    /// ```
    public func tags(_ tags: [Tag], mode: Segment.Mode = .partial) -> Self {
        changed { request in
            let includesDevice = request.segment?.includesDevice ?? false
            request.segment = Segment(tags: tags, mode: mode, includesDevice: includesDevice)
        }
    }

    /// Collects items that do not fit the schema in `Page.rejected`, with their errors. Without it, the first such item
    /// throws.
    public func lenient() -> Self { changed { $0.decoding.mode = .lenient } }

    /// Keeps values under keys that are not in the schema in `ContentMetadata.unknownValues`.
    ///
    /// A number among them that does not fit in a `Double`, such as `1e999`, is rejected like an invalid value.
    public func keepUnknownValues() -> Self { changed { $0.decoding.keepsUnknownValues = true } }

    package func changed(_ change: (inout SearchRequest) -> Void) -> Self {
        var query = self
        change(&query.request)
        return query
    }
}
