import Foundation
import QuireCore

/// An untyped search over any modules, with all of HALO's options.
///
/// ```swift
/// var query = HALOQuery(moduleNames: ["books", "authors"])
/// query.metaSearch = .published(at: now)
/// query.page = .page(1, size: 50)
/// for item in try await halo.search(query) { print(item.id, item.values) }
/// ```
/// For a single module, typed queries (`Books.query()`) are the better choice. This is for tools, and for items of
/// several modules at once. An empty query matches everything that the app may read, including drafts and deleted
/// items.
public struct HALOQuery: Sendable, Hashable {
    /// The modules by the server's ids. `nil` does not filter by id, an empty list matches nothing.
    public var moduleIDs: [String]?
    /// A module by its name.
    public var moduleName: String?
    /// Several modules by their names.
    public var moduleNames: [String]?
    public var instanceIDs: [String]?
    /// A filter over the values. Properties are plain field names.
    public var searchValues: Filter?
    /// A filter over the metadata.
    public var metaSearch: Filter?
    /// The plain names of the fields to return, sent as `values.<name>`. `nil` means all.
    public var fields: [String]?
    public var include = Include.none
    /// Reverse lookups. `ids: nil` means related to any item.
    public var relatedTo: [RelatedItems] = []
    /// Sort keys, by metadata and values.
    public var sort: [SortKey] = []
    public var page: PageRequest = .standard
    public var segment: Segment?
    public var locale: String?
    /// How many seconds old a cached response may be. `nil` sends 0.
    public var serverCache: Int?
    public var settings = SearchSettings()
    public var decoding = DecodingOptions()

    /// The relations that the server includes, one level deep.
    public enum Include: Sendable, Hashable {
        case none
        /// Relations by their field names.
        case fields([String])
        case all
    }

    public init(
        moduleIDs: [String]? = nil, moduleName: String? = nil, moduleNames: [String]? = nil,
        instanceIDs: [String]? = nil
    ) {
        self.moduleIDs = moduleIDs
        self.moduleName = moduleName
        self.moduleNames = moduleNames
        self.instanceIDs = instanceIDs
    }

    /// Creates an untyped query from a typed request.
    init(_ request: SearchRequest, sendsModuleID: Bool) throws {
        // A name can change on the server, an id cannot.
        if sendsModuleID, let id = request.module.id {
            moduleIDs = [id]
        } else {
            moduleName = request.module.name
        }
        instanceIDs = request.ids
        searchValues = request.filter
        metaSearch = request.metaFilter
        fields = request.fields
        for path in request.include where path.fields.count != 1 {
            throw UnsupportedError(
                engine: "HALO", node: "include \(path.fields.joined(separator: "."))",
                hint:
                    "it populates one level; include \(path.fields.first ?? "a field") and ask for the next by ids"
            )
        }
        if !request.include.isEmpty {
            include = request.includesAll ? .all : .fields(request.include.flatMap(\.fields))
        }
        relatedTo = request.related
        sort = request.sort
        page = request.page
        segment = request.segment
        locale = request.locale
        serverCache = request.serverCache
        settings = request.settings
        decoding = request.decoding
    }
}

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
