/// Parameters of one server that a query passes on: `TypesenseParameters`, `OpenSearchParameters`, `AlgoliaParameters`,
/// or those of an engine of your own.
///
/// ```swift
/// struct ShopParameters: EngineParameters { var campaign: String }
///
/// // In the engine:
/// let campaign = request.parameters(ShopParameters.self)?.campaign
/// ```
/// Engines ignore parameters of other engines, so the same query still runs on them.
public protocol EngineParameters: Sendable, Hashable {}

extension Query {
    /// Accepts the server's own meaning where it differs from Quire's: `==` without case and accents, for example, or the
    /// server's own full-text search on a collection that Quire has prepared.
    ///
    /// ```swift
    /// let page = try await content.fetch(Books.query().where(\.title == "emma").meaning(.engine))
    /// // Typesense: "filter_by":"title:=[`emma`]"
    /// page.pageInfo.meaning      // .engine
    /// ```
    /// Without it, a condition that the server cannot test exactly throws before any request. Engines whose results are
    /// exact ignore it. The default is the engine's setting.
    public func meaning(_ meaning: Meaning?) -> Self { changed { $0.meaning = meaning } }

    /// Passes parameters on to one server. They replace those of an earlier call for the same server.
    ///
    /// ```swift
    /// Books.query().search("emma").parameters(TypesenseParameters(pinnedHits: ["b7": 1]))
    /// // {"searches":[{"q":"emma","pinned_hits":"b7:1",…}]}
    /// ```
    /// Other engines ignore them.
    public func parameters(_ parameters: some EngineParameters) -> Self {
        changed { $0.set(parameters) }
    }
}

extension SearchRequest {
    /// The parameters of a type, if the request has any.
    public func parameters<Parameters: EngineParameters>(_ type: Parameters.Type) -> Parameters? {
        passed.values.lazy.compactMap { $0 as? Parameters }.first
    }

    /// Sets the parameters of their type.
    public mutating func set<Parameters: EngineParameters>(_ parameters: Parameters) {
        passed.values.removeAll { $0 is Parameters }
        passed.values.append(parameters)
    }

    /// Removes all parameters, for requests that are not pages of a user's query.
    package mutating func removeParameters() { passed.values = [] }
}

/// The parameters of a request, at most one value of each type.
struct PassedParameters: Sendable, Hashable {
    var values: [any EngineParameters] = []

    static func == (left: Self, right: Self) -> Bool {
        left.values.count == right.values.count
            && left.values.allSatisfy { value in right.values.contains { value.equals($0) } }
    }

    func hash(into hasher: inout Hasher) {
        // The order does not matter.
        hasher.combine(values.reduce(0) { $0 ^ $1.hashValue })
    }
}

extension EngineParameters {
    fileprivate func equals(_ other: any EngineParameters) -> Bool { other as? Self == self }
}
