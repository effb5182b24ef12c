import Foundation
import QuireCore

/// A search without types, over any modules, with every option that HALO has.
///
/// ```swift
/// var query = HALOQuery(moduleNames: ["books", "authors"])
/// query.metaSearch = .published(at: now)
/// query.page = .page(1, size: 50)
/// for item in try await halo.search(query) { print(item.id, item.values) }
/// ```
/// Typed queries (`Books.query()`) are the better way to one module; this one is for tools, and for items of several
/// modules at once. A query of nothing finds everything that the app may read, drafts and deleted items too.
public struct HALOQuery: Sendable, Hashable {
    /// The modules by the server's ids; `nil` asks for none by id, an empty list finds nothing.
    public var moduleIDs: [String]?
    /// One module by its name.
    public var moduleName: String?
    /// Several modules by their names.
    public var moduleNames: [String]?
    public var instanceIDs: [String]?
    /// Over the values; properties are bare field names.
    public var searchValues: Filter?
    /// Over the metadata.
    public var metaSearch: Filter?
    /// Bare names of the fields to return; `nil` means all. They go out as `values.<name>`.
    public var fields: [String]?
    public var include = Include.none
    /// `ids: nil` means related to any item.
    public var relatedTo: [RelatedItems] = []
    /// By metadata and values.
    public var sort: [SortKey] = []
    public var page: PageRequest = .standard
    public var segment: Segment?
    public var locale: String?
    /// Seconds that the server may answer from its cache; `nil` sends 0.
    public var serverCache: Int?
    public var settings = SearchSettings()
    public var decoding = DecodingOptions()

    /// Which relations the server fills in; it does one step.
    public enum Include: Sendable, Hashable {
        case none
        /// By the relations' field names.
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

    /// What a typed request says, without its types.
    init(_ request: SearchRequest, sendsModuleID: Bool) throws {
        // A name can be changed on the server, an id cannot.
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
