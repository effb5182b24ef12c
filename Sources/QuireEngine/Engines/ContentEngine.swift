import Foundation
import QuireCore
import QuireText
import QuireToolbox

/// Runs queries against a content source, such as a server, a search cluster, an embedded store or an in-memory
/// fixture.
public protocol ContentEngine: Sendable {
    /// The features that the engine supports. Requests are checked against them before they are sent.
    var capabilities: EngineCapabilities { get }

    /// Runs requests in order. Each gets its own response. An engine may send several together.
    ///
    /// - Throws: `UnsupportedError` before any I/O, `ContentDecodingError` for strict requests, the engine's errors.
    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>]

    /// Runs a request and returns the page as the engine's bytes (HALO's page format).
    func searchData(_ request: SearchRequest) async throws -> Data

    /// Throws the errors that running the request would throw before any I/O. Returns if the engine can run it.
    ///
    /// Implement it with the code that compiles requests in `search`, so that the two always agree. For a typed query,
    /// call `Query.validate(on:)`, which also considers its fallback.
    ///
    /// - Throws: `UnsupportedError` if the engine cannot express the request, `QueryError` if it is invalid.
    func validate(_ request: SearchRequest) throws

    /// Describes in readable form what the engine would send or run for the request. To find out whether the engine can
    /// run a request, call ``validate(_:)``.
    func explain(_ request: SearchRequest) throws -> String
}

/// The features that an engine supports.
public struct EngineCapabilities: Sendable, Hashable {
    public var name: String
    public var operations: Set<FilterOperation> {
        didSet { operationBits = Self.bits(of: operations) }
    }
    /// One bit for each operation, so that checking a filter hashes nothing.
    private var operationBits: UInt32
    public var sortsByValue: Bool
    public var supportsNullOrdering: Bool
    public var supportsCursors: Bool
    public var countsTotal: Bool
    public var fullText: Bool
    /// Whether full-text search can tolerate typos. Sessions then do so.
    public var toleratesTypos: Bool
    public var facets: Bool
    public var includes: Bool
    /// Whether texts can be sorted by the rules of a language.
    public var sortsByLanguage: Bool
    /// Whether the engine knows the current device, so that queries can use its tags.
    public var supportsDeviceSegments: Bool
    /// Whether filters can test the items that a relation names (`Filter.any`, `Filter.none`). If not, `ContentClient`
    /// searches for the related items first and sends their ids.
    public var conditionsAcrossRelations = false
    /// How many relations in a row a condition may follow, each to one item, if `conditionsAcrossRelations` is false.
    package var followedRelations = 0
    /// Whether queries can name the members of objects that the schema gives operators: `dateRange.startYear`.
    public var queriesMembers = false
    /// Whether a search returns objects with only the members that the request names (`SearchRequest.fields`). If not, the
    /// client asks for the whole objects.
    public var selectsMembers = false
    /// Whether filters can test one object of a list (`RelationStep.init(elementsOf:)`). If the engine keeps no objects
    /// apart, or only in some collections, it refuses what conditions on members cannot say.
    public var queriesElements = false
    /// Whether filters can compare two fields of an item (`FilterValue.field`).
    public var comparesFields = false
    /// Whether items can be sorted by a field of the item that a relation names (`SortKey.steps`).
    public var sortsAcrossRelations = false
    /// Whether a search returns fields of related items itself (`SearchRequest.relatedFields`). If not, the client
    /// fetches the related items of each page by their ids.
    public var selectsAcrossRelations = false
    /// Whether the engine, if it computes aggregates, groups by a field of the item that a relation names
    /// (`AggregateRequest.groupingSteps`).
    public var groupsAcrossRelations = false
    /// Whether included relations may have a query (`IncludePath.query`). The client then searches for all related items
    /// of a page at once, by their ids.
    public var queriesIncludes = false
    /// Whether the engine reports its commits, so that `ContentClient.live` needs no interval.
    public var liveQueries = false
    /// Whether full text can search by meaning (`MatchMode.meaning`).
    public var searchesByMeaning = false
    /// Whether writes can add to numbers, change lists, and set members of objects (`WriteOperation.modifiers`).
    public var modifiesFields = false
    /// The largest page size, or `nil` if there is no limit.
    public var maximumPageSize: Int?
    /// Whether responses are stored and reused while offline. See `OfflineEngine`.
    public var offlinePolicies = false
    /// Whether the engine counts disjunctive facets in one search (`FacetRequest.isDisjunctive`). If not, `SearchPlan`
    /// sends one more search for each.
    public var disjunctiveFacets: Bool

    public init(
        name: String, operations: Set<FilterOperation>, sortsByValue: Bool, supportsNullOrdering: Bool,
        supportsCursors: Bool,
        countsTotal: Bool, fullText: Bool, facets: Bool, includes: Bool, sortsByLanguage: Bool = false,
        supportsDeviceSegments: Bool = false, maximumPageSize: Int? = nil, toleratesTypos: Bool = false
    ) {
        self.name = name
        self.operations = operations
        operationBits = Self.bits(of: operations)
        self.sortsByValue = sortsByValue
        self.supportsNullOrdering = supportsNullOrdering
        self.supportsCursors = supportsCursors
        self.countsTotal = countsTotal
        self.fullText = fullText
        self.facets = facets
        disjunctiveFacets = facets
        self.includes = includes
        self.sortsByLanguage = sortsByLanguage
        self.supportsDeviceSegments = supportsDeviceSegments
        self.maximumPageSize = maximumPageSize
        self.toleratesTypos = toleratesTypos
    }

    /// The same features, and members of objects.
    package var withMembers: Self {
        var capabilities = self
        capabilities.queriesMembers = true
        capabilities.queriesElements = true
        return capabilities
    }

    /// Whether the engine can express an operation.
    package func expresses(_ operation: FilterOperation) -> Bool { operationBits & operation.bit != 0 }

    private static func bits(of operations: Set<FilterOperation>) -> UInt32 {
        operations.reduce(0) { $0 | $1.bit }
    }
}

extension ContentEngine {
    /// Returns the instances with the given ids, in the order of the ids. `nil` for each id that does not exist.
    ///
    /// Missing instances are removed from an index. If a server omits items, they are therefore requested again. The
    /// total shows an item that the server counts and does not send.
    /// - Throws: `PagingError` if the server reports more items but sends none; the engine's errors.
    package func instances(of ids: [String], in module: ModuleDescriptor) async throws -> [JSONValue?] {
        var request = SearchRequest(module: module)
        var instancesByID: [ExactText: JSONValue] = [:]
        var missing = MissingIDs(ids)
        while true {
            request.ids = missing.ids
            // A page has a total, and the whole result may be a bare array.
            let size = min(missing.ids.count, capabilities.maximumPageSize ?? .max)
            request.page = .page(1, size: max(1, size))
            // The engine's own bytes, which include values that are not in the schema.
            let response = try ItemDecoder.instances(of: module)
                .decodePage(try await searchData(request))
            for instance in response.items { instancesByID[ExactText(instance.instanceID)] = instance }
            let returned = Set(response.items.map { ExactText($0.instanceID) })
            guard try missing.take(response, to: request, returnedIDs: returned) else { break }
        }
        return ids.map { instancesByID[ExactText($0)] }
    }
}

/// An engine returned a different number of responses than it received requests, which is a bug in the engine.
public struct ResponseCountError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    public var requested: Int
    public var returned: Int

    package init(engine: String, requested: Int, returned: Int) {
        self.engine = engine
        self.requested = requested
        self.returned = returned
    }

    public var description: String {
        PlainText.error(
            "\(engine) returned \(returned) responses to \(requested) requests",
            "This is a bug in the engine: report it to its author.")
    }
}

/// Requested ids without a response so far. If a server caps or shortens a page, the rest is requested again.
struct MissingIDs {
    private(set) var ids: [String]

    init(_ ids: [String]) { self.ids = ids }

    /// Removes the ids that a response covers.
    ///
    /// - Parameter returnedIDs: The ids of its items and of those that do not fit, as bytes, because composed and decomposed
    ///   "é" are different ids.
    /// - Returns: Whether to request the remaining ids. If the server reports that this is all, they do not exist.
    /// - Throws: `PagingError` if the server reports more items but sends none.
    mutating func take<Item>(
        _ response: SearchResponse<Item>, to request: SearchRequest, returnedIDs: Set<ExactText>
    ) throws(PagingError) -> Bool {
        let position = try request.position(of: response)
        let before = ids.count
        ids.removeAll { returnedIDs.contains(ExactText($0)) }
        if ids.isEmpty { return false }
        let total = position.pageInfo.totalItems ?? 0
        let saysMore = position.next != nil || total > position.received
        if ids.count < before { return saysMore || position.isUnpaged }
        if saysMore, !position.isUnpaged {
            throw request.contradiction(
                .emptyPage, "none of the \(before) items asked for, but \(max(total, 1)) in all")
        }
        return false
    }
}
