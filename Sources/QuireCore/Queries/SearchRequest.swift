import Foundation
import QuireText

/// An untyped query: the value that every engine receives.
public struct SearchRequest: Sendable, Hashable {
    /// The module to search. Its name is `moduleName` on the wire.
    public var module: ModuleDescriptor
    /// The filter over the fields (HALO: `searchValues`).
    public var filter: Filter?
    /// The filter over the metadata (HALO: `metaSearch`).
    public var metaFilter: Filter?
    public var ids: [String]?
    public var sort: [SortKey] = []
    public var page: PageRequest = .standard
    /// The largest number of items to return, over all pages from the first one on. `nil` means all. The client keeps
    /// to it. Engines only receive pages.
    package var limit: Int?
    /// The wire names of the fields to return. `nil` means all.
    public var fields: [String]?
    /// The fields of related items to return, in addition to `fields`.
    public var relatedFields: [FieldPath] = []
    public var include: [IncludePath] = []
    /// Whether `include` contains all relations of the module. Servers may have a shortcut for this.
    public var includesAll = false
    public var related: [RelatedItems] = []
    public var locale: String?
    public var segment: Segment?
    /// How many seconds old a response from the server's cache may be. `nil` leaves the header at 0.
    public var serverCache: Int?
    public var settings = SearchSettings()
    /// The full-text search over the searchable fields.
    public var text: TextSearch?
    /// The facets to count.
    public var facets: [FacetRequest] = []
    /// Refinements of facets. All of them apply in addition to the filter.
    public var refinements: [FacetRefinement] = []
    /// What happens if the engine cannot express a part of the filter. `nil` throws.
    public var fallback: Fallback?
    /// Whose meaning decides where the server's differs from Quire's. `nil` leaves it to the engine's settings.
    public var meaning: Meaning?
    /// Parameters that are passed on to servers: ``parameters(_:)``.
    var passed = PassedParameters()
    /// The largest number of ids that the client looks up for a condition across a relation, on an engine that cannot
    /// test related items.
    public var maximumRelatedItems = 1_000
    /// Whether the total is needed. If not, engines may skip counting.
    public var countsTotal = true
    public var decoding = DecodingOptions()
    /// How the response is stored and reused, on an engine with offline policies.
    public var offline = OfflineOptions()
    /// Identifies the conditions in cursors, if the client has replaced some of them by what it has looked up.
    package var cursorConditions: String?
    /// Which of two engines must respond, because it returned the previous page. `nil` leaves the choice open.
    package var side: EngineSide?

    public init(module: ModuleDescriptor) { self.module = module }
}

/// What happens if an engine cannot express a part of a filter.
public enum Fallback: Sendable, Hashable {
    /// The engine gets the largest superset that it can express, and the client filters the rest. The search throws
    /// if it would have to scan more items than this for a page.
    case clientSide(maxScanned: Int)
}

/// A sort key.
public struct SortKey: Sendable, Hashable {
    public enum Property: Sendable, Hashable {
        case value(String)
        case metadata(String)

        package var nameAndPlace: (name: String, isMetadata: Bool) {
            switch self {
            case .value(let name): (name, false)
            case .metadata(let name): (name, true)
            }
        }
    }

    public enum Nulls: Sendable, Hashable { case first, last }

    public var property: Property
    public var order: SortOrder
    /// The position of items without a value. `nil` treats a missing value as the smallest.
    public var nulls: Nulls?
    /// The relations to follow from the module to the property, each to at most one item. Empty for a property of the
    /// module itself.
    public var steps: [RelationStep]

    public init(
        _ property: Property, _ order: SortOrder = .ascending, nulls: Nulls? = nil,
        behind steps: [RelationStep] = []
    ) {
        self.property = property
        self.order = order
        self.nulls = nulls
        self.steps = steps
    }

    /// Sorts by the field at a path.
    package init(_ path: FieldPath, _ order: SortOrder = .ascending, nulls: Nulls? = nil) {
        self.init(.value(path.name), order, nulls: nulls, behind: path.steps)
    }

    /// The name of the property with the relations that lead to it, joined by dots. Metadata has no prefix.
    package var joinedName: String {
        switch property {
        case .value(let name): FieldPath(name, behind: steps).joinedName
        case .metadata(let name): FieldPath(name, behind: steps).joinedName
        }
    }
}

/// The direction of a sort key.
public enum SortOrder: String, Sendable, Hashable, Codable { case ascending, descending }

/// The requested part of the result.
public enum PageRequest: Sendable, Hashable {
    /// The engine's default: the first page with its own size (HALO: 10).
    case standard
    /// A page by its number, counted from 1.
    case page(Int, size: Int)
    case offset(Int, limit: Int)
    /// The items after a cursor from an earlier page. `nil` starts at the beginning.
    case cursor(Cursor?, limit: Int)
    /// The whole result in one response.
    case all

    /// The number of items before the page. 0 if a cursor says where it begins.
    package var offset: Int {
        switch self {
        case .page(let number, let size): (number - 1) * size
        case .offset(let offset, _): offset
        case .standard, .cursor, .all: 0
        }
    }

    /// The number of requested items. `nil` if the engine decides.
    package var size: Int? {
        switch self {
        case .page(_, let size): size
        case .offset(_, let limit), .cursor(_, let limit): limit
        case .standard, .all: nil
        }
    }
}

/// A position in an ordered result. It is opaque, and valid for the same query on the same engine.
public struct Cursor: Sendable, Hashable, Codable {
    public var token: String
    public init(token: String) { self.token = token }
}

/// A relation to include: field names, starting at the module.
public struct IncludePath: Sendable, Hashable {
    public var fields: [String]
    /// The query for the related items of a relation to many items: its conditions, its order, and its limit for each
    /// item. `nil` includes all of them.
    public var query: SearchRequest?

    public init(_ fields: [String], query: SearchRequest? = nil) {
        self.fields = fields
        self.query = query
    }
}

/// A reverse lookup: items whose relation field points at one of the ids. `nil` means any item.
public struct RelatedItems: Sendable, Hashable {
    public var field: String
    public var ids: [String]?
    public init(field: String, ids: [String]?) {
        self.field = field
        self.ids = ids
    }
}

/// A selection of items by tags.
public struct Segment: Sendable, Hashable {
    /// `total` requires all tags, `partial` any of them.
    public enum Mode: String, Sendable, Hashable { case total, partial }
    public var tags: [Tag]
    public var mode: Mode
    /// Whether the device's tags are added when the request is sent.
    public var includesDevice: Bool
    public init(tags: [Tag], mode: Mode = .partial, includesDevice: Bool = false) {
        self.tags = tags
        self.mode = mode
        self.includesDevice = includesDevice
    }
}

/// How strictly a page is decoded.
public struct DecodingOptions: Sendable, Hashable {
    /// `strict` throws at the first item that does not fit. `lenient` collects such items with their errors.
    public enum Mode: Sendable, Hashable { case strict, lenient }
    public var mode: Mode = .strict
    /// Whether values under keys that are not in the schema are kept in `unknownValues`.
    public var keepsUnknownValues = false
    public init() {}
}

extension SearchRequest {
    /// Returns the request with its refinements merged into its filter, and without facets.
    ///
    /// - Parameter field: The field whose refinements are ignored, as in the counts of a disjunctive facet.
    package func refined(except field: String? = nil) -> SearchRequest {
        if facets.isEmpty, refinements.isEmpty { return self }
        var request = self
        request.facets = []
        request.refinements = []
        let otherRefinements = refinements.filter { $0.field != field }
        if !otherRefinements.isEmpty {
            request.filter = .and((filter.map { [$0] } ?? []) + otherRefinements.map(\.filter))
        }
        return request
    }
}

extension SearchRequest {
    /// The full-text search, with the words that an item must have. Unless the request names them, one word is enough; in a
    /// list with sort keys, where items that only share a word would be anywhere, all words are required.
    package var decidedText: TextSearch? {
        var search = text
        if search?.mode == nil { search?.mode = sort.isEmpty ? .anyWord : .allWords }
        return search
    }

    /// Removes the order, which does not change what the request finds: a search of a sorted list still requires all words.
    package mutating func removeSort() {
        text = decidedText
        sort = []
    }

    /// The request of a write to all items that it finds. Unless the request says so, other words do not stand for those of
    /// the search; items that only share a word are suggestions, which nobody wants to change or delete.
    package var forWriting: SearchRequest {
        var request = self
        request.text?.mode =
            text?.mode == nil || text?.mode == .asTyped ? .asTyped : .allWords
        return request
    }
}

/// One of two engines that stand in for each other: the one on the network, or its mirror on this device.
package enum EngineSide: Sendable, Hashable { case remote, local }

/// Whose definition of a condition or a full-text search decides what it finds.
///
/// ```swift
/// let page = try await content.fetch(Books.query().where(\.title == "emma").meaning(.engine))
/// page.pageInfo.meaning      // .engine: the server also takes "Émma!" for "emma"
/// ```
/// The article "The server's own search" lists how each server differs.
public enum Meaning: String, Sendable, Hashable, Codable {
    /// Quire's: the same on every engine. What a server cannot do exactly is refused.
    case exact
    /// The server's, where it differs. What the server does exactly stays exact.
    case engine
}

/// Permissions for slow operations on the server, and how it compares texts.
public struct SearchSettings: Sendable, Hashable {
    /// Allows the server to search long values and lists (`searchSettings.enableSlowSearch`). `nil` uses the engine's
    /// settings. An engine that needs no permission ignores it.
    public var enablesSlowSearch: Bool?
    /// Allows the server to sort by any value (`sortSettings.enableSlowSort`).
    public var enablesSlowSort: Bool?
    /// The language whose sort order applies to texts, for example `en-EN` (`sortSettings.sortLocale`).
    public var sortLocale: String?

    public init(
        enablesSlowSearch: Bool? = nil, enablesSlowSort: Bool? = nil, sortLocale: String? = nil
    ) {
        self.enablesSlowSearch = enablesSlowSearch
        self.enablesSlowSort = enablesSlowSort
        self.sortLocale = sortLocale
    }
}
