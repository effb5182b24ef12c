import Foundation
import QuireText

/// What an engine is asked: a query with its types taken off.
public struct SearchRequest: Sendable, Hashable {
    /// The module searched; its name is the wire's `moduleName`.
    public var module: ModuleDescriptor
    /// Over the fields (HALO: `searchValues`).
    public var filter: Filter?
    /// Over the metadata (HALO: `metaSearch`).
    public var metaFilter: Filter?
    public var ids: [String]?
    public var sort: [SortKey] = []
    public var page: PageRequest = .standard
    /// Wire names of the fields to return; `nil` means all.
    public var fields: [String]?
    public var include: [IncludePath] = []
    /// Whether `include` has all relations of the module, which a server may have a shorter word for.
    public var includesAll = false
    public var related: [RelatedItems] = []
    public var locale: String?
    public var segment: Segment?
    /// Seconds that the server may answer from its cache; `nil` leaves the header at 0.
    public var serverCache: Int?
    public var settings = SearchSettings()
    /// Full text over the searchable fields.
    public var text: TextSearch?
    /// Options of a search that were given before the search itself, which takes them over.
    var awaitedText: TextSearch?
    /// Facets to count beside the items.
    public var facets: [FacetRequest] = []
    /// Narrowings that belong to facets: all of them hold, besides the filter.
    public var refinements: [FacetRefinement] = []
    /// What to do where the engine cannot express a part of the filter; `nil` refuses it.
    public var fallback: Fallback?
    /// Whether the total is wanted; engines may skip counting where it is not.
    public var countsTotal = true
    public var decoding = DecodingOptions()
    /// How the answer is kept and found again, on an engine with offline policies.
    public var offline = OfflineOptions()
    /// Which of two engines is to answer, since it gave the page before; `nil`: whichever would.
    package var side: EngineSide?

    public init(module: ModuleDescriptor) { self.module = module }
}

/// What to do where an engine cannot express a part of a filter.
public enum Fallback: Sendable, Hashable {
    /// The engine gets the largest superset that it can express, and the rest is filtered here; the search fails where
    /// more items than this would have to be looked at for a page.
    case clientSide(maxScanned: Int)
}

/// One key of an ordering.
public struct SortKey: Sendable, Hashable {
    public enum Property: Sendable, Hashable {
        case value(String)
        case metadata(String)
    }

    public enum Nulls: Sendable, Hashable { case first, last }

    public var property: Property
    public var order: SortOrder
    /// Where items without a value go; `nil`: no value is smallest.
    public var nulls: Nulls?

    public init(_ property: Property, _ order: SortOrder = .ascending, nulls: Nulls? = nil) {
        self.property = property
        self.order = order
        self.nulls = nulls
    }
}

/// The direction of a sort key.
public enum SortOrder: String, Sendable, Hashable, Codable { case ascending, descending }

/// Which part of the results is wanted.
public enum PageRequest: Sendable, Hashable {
    /// Left to the engine: the first page of its own size (HALO: 10).
    case standard
    /// Counted from 1.
    case page(Int, size: Int)
    case offset(Int, limit: Int)
    /// After a cursor that an earlier page gave; `nil` starts.
    case cursor(Cursor?, limit: Int)
    /// Everything in one answer.
    case all
}

/// A place in an ordered result, opaque to callers; valid for the same query on the same engine.
public struct Cursor: Sendable, Hashable, Codable {
    public var token: String
    public init(token: String) { self.token = token }
}

/// A relation to populate: field names from the module outwards.
public struct IncludePath: Sendable, Hashable {
    public var fields: [String]
    public init(_ fields: [String]) { self.fields = fields }
}

/// A reverse look-up: items whose relation field points at one of the ids; `nil` means at any item.
public struct RelatedItems: Sendable, Hashable {
    public var field: String
    public var ids: [String]?
    public init(field: String, ids: [String]?) {
        self.field = field
        self.ids = ids
    }
}

/// Segmentation by tags.
public struct Segment: Sendable, Hashable {
    /// `total`: an item has all the tags; `partial`: any of them.
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

/// How strictly a page is read.
public struct DecodingOptions: Sendable, Hashable {
    /// `strict` throws at the first item that does not fit; `lenient` puts it aside with its error.
    public enum Mode: Sendable, Hashable { case strict, lenient }
    public var mode: Mode = .strict
    /// Whether values under keys that the schema does not know are kept in `unknownValues`.
    public var keepsUnknownValues = false
    public init() {}
}
