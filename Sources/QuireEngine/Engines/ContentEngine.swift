import Foundation
import QuireCore

/// Something that runs queries: a content server, an embedded store, a search cluster, a test's memory.
public protocol ContentEngine: Sendable {
    /// What the engine can do; asked before a request is sent.
    var capabilities: EngineCapabilities { get }

    /// Runs requests, in order, each with its own answer; several go out together where the engine can.
    ///
    /// - Throws: `UnsupportedError` before any I/O, `ContentDecodingError` in strict requests, the engine's errors.
    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>]

    /// Runs a request and returns the page as the engine's bytes (HALO's page form).
    func searchData(_ request: SearchRequest) async throws -> Data

    /// Throws what running the request would throw before any I/O; returns where the engine can run it.
    ///
    /// Call the code that `search` compiles requests with, so that the two cannot disagree. Callers that hold a typed
    /// query use `Query.validate(on:)`, which also considers its fallback.
    ///
    /// - Throws: `UnsupportedError` for what the engine cannot express, `QueryError` for what makes no sense.
    func validate(_ request: SearchRequest) throws

    /// What the engine would send or run for the request, for people to read. Code that needs to know whether the
    /// engine can run a request calls ``validate(_:)``.
    func explain(_ request: SearchRequest) throws -> String
}

/// What an engine can do.
public struct EngineCapabilities: Sendable, Hashable {
    public var name: String
    public var operations: Set<FilterOperation>
    public var sortsByValue: Bool
    public var placesNulls: Bool
    public var cursors: Bool
    public var countsTotal: Bool
    public var fullText: Bool
    public var facets: Bool
    public var includes: Bool
    /// Whether texts can be sorted in the order of a language.
    public var sortsByLanguage: Bool
    /// Whether it knows the device that it runs on, whose tags a query can ask for.
    public var knowsDevice: Bool
    /// The largest page; `nil` where there is no bound.
    public var maximumPageSize: Int?
    /// Whether answers are kept, and found again with no network; see `OfflineEngine`.
    public var offlinePolicies = false
    /// Whether it counts disjunctive facets in one search (`FacetRequest.isDisjunctive`); where it does not, `SearchPlan`
    /// asks once more for each.
    public var disjunctiveFacets: Bool

    public init(
        name: String, operations: Set<FilterOperation>, sortsByValue: Bool, placesNulls: Bool, cursors: Bool,
        countsTotal: Bool, fullText: Bool, facets: Bool, includes: Bool, sortsByLanguage: Bool = false,
        knowsDevice: Bool = false, maximumPageSize: Int? = nil
    ) {
        self.name = name
        self.operations = operations
        self.sortsByValue = sortsByValue
        self.placesNulls = placesNulls
        self.cursors = cursors
        self.countsTotal = countsTotal
        self.fullText = fullText
        self.facets = facets
        disjunctiveFacets = facets
        self.includes = includes
        self.sortsByLanguage = sortsByLanguage
        self.knowsDevice = knowsDevice
        self.maximumPageSize = maximumPageSize
    }
}
