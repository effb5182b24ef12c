/// Coded as `renderingContent`, or as its `facetOrdering`. Every part may be missing.
extension FacetArrangement: Codable {
    private enum Outer: String, CodingKey { case facetOrdering }
    private enum Keys: String, CodingKey { case facets, values }
    private enum Order: String, CodingKey { case order }

    public init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        let inner =
            outer.contains(.facetOrdering)
            ? try outer.nestedContainer(keyedBy: Keys.self, forKey: .facetOrdering)
            : try decoder.container(keyedBy: Keys.self)
        self.init(values: try inner.decodeIfPresent([String: Values].self, forKey: .values) ?? [:])
        guard inner.contains(.facets) else { return }
        let facets = try inner.nestedContainer(keyedBy: Order.self, forKey: .facets)
        self.facets = try facets.decodeIfPresent([String].self, forKey: .order) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Outer.self)
        var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .facetOrdering)
        var facets = inner.nestedContainer(keyedBy: Order.self, forKey: .facets)
        try facets.encode(self.facets, forKey: .order)
        try inner.encode(values, forKey: .values)
    }
}

/// An unknown order is treated as the order by count.
extension FacetArrangement.Values: Codable {
    private enum Keys: String, CodingKey { case order, hide, sortRemainingBy }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let rest = try container.decodeIfPresent(String.self, forKey: .sortRemainingBy)
        self.init(
            first: try container.decodeIfPresent([String].self, forKey: .order) ?? [],
            rest: rest.flatMap(FacetArrangement.Rest.init) ?? .byCount,
            hidden: try container.decodeIfPresent([String].self, forKey: .hide) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(first, forKey: .order)
        try container.encode(hidden, forKey: .hide)
        try container.encode(rest.rawValue, forKey: .sortRemainingBy)
    }
}
