import Foundation
import QuireCore
import QuireHTTP
import QuireRemote
import QuireToolbox

/// An engine for Algolia's HTTP API.
///
/// ```swift
/// let engine = AlgoliaEngine(applicationID: "LATENCY", apiKey: key)
/// try await engine.prepare([Books.descriptor])
/// let books = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
/// // POST /1/indexes/books/query
/// // {"params":"…&filters=n_v_age%3E%3D18&hitsPerPage=20&page=0&query="}
/// ```
/// Filters have the same results as with every engine, because records hold encoded values that leave the service
/// nothing to interpret. A query that cannot be expressed exactly throws `UnsupportedError` before any request is
/// sent: parts of texts, ordering comparisons of texts, distances, conditions on one element of a list with two
/// bounds, ORs of an ordering comparison and a text comparison, ORs of words and of prefixes, and sort orders without
/// a replica.
///
/// Without a sort, items are in the order of their ids. A cursor holds the sort key of the last item as numbers, which
/// become a filter, so that no item is missed while items are added and removed. After a full-text search, whose ranks
/// cannot be used in a filter, the cursor counts pages; with a sort by text there is no cursor. Full-text search has
/// the same results as with every engine, since the index holds the words of this SDK's analyzer; with
/// `text: .engine` the service's own search is used. Ids have at most 96 bytes.
///
/// ## What has not been tested against the real service
///
/// The engine was tested against the documented formats, and against a server written for the tests. It relies on these
/// documented rules:
/// - `filters` accepts ANDs of ORs in parentheses, `NOT` before a facet condition, `attribute:value` with values of
///   ASCII letters and digits, and comparisons with plain decimal numbers, which are doubles. `facetFilters` and
///   `numericFilters` are equivalent. The maximum number of conditions is unknown; the engine sends at most 2,000.
/// - `NOT attribute:value` matches a record that lacks the attribute; a numeric comparison does not. A facet condition
///   on a list matches if one of its elements has the value.
/// - Queries of ASCII letters and digits are split only at spaces. With `typoTolerance`, `synonyms`, `enableRules` and
///   `decompoundQuery` off and `removeWordsIfNoResults` set to none, each word must occur in a searchable attribute,
///   exactly or, depending on `queryType`, as a prefix, at any position in the text. `advancedSyntax` supports quoted
///   phrases and `-word`.
/// - A ranking that consists only of `asc(…)` and `desc(…)` sorts numbers by value, and texts of `0`…`9`, `a`…`f` by
///   their bytes. Records that lack the attribute come last.
/// - `nbHits` is exact unless `exhaustiveNbHits` or `exhaustive.nbHits` is false. The same applies to facet counts.
/// - `/browse` returns every record once, page by page with its cursor. `hitsPerPage` 0 counts without returning hits.
/// - A text is returned exactly as it was stored, as is `userData` in the settings.
/// - `/operation` replaces an index with another in one step. `/task/{id}` returns `published` once searches see the
///   changes.
public struct AlgoliaEngine: Sendable {
    public let settings: AlgoliaSettings
    let connection: AlgoliaConnection
    private let indexes = BoundedCache<ModuleDescriptor, RecordIndex>(limit: 1_000)

    /// - Parameters:
    ///   - applicationID: The application's ID. The hosts are derived from it unless the settings name them.
    ///   - apiKey: A key with the necessary permissions: `search` and `browse`; for writing also `addObject`,
    ///     `deleteObject`, `deleteIndex`, `settings` and `editSettings`. It is sent in a header and never printed.
    ///   - settings: The prefix of names, hosts, replicas, timeouts and text analysis.
    ///   - transport: The network, or a test double.
    public init(
        applicationID: String, apiKey: String, settings: AlgoliaSettings = AlgoliaSettings(),
        transport: any Transport = URLSessionTransport()
    ) {
        self.init(
            applicationID: applicationID, apiKey: apiKey, settings: settings, transport: transport,
            clock: .system)
    }

    init(
        applicationID: String, apiKey: String, settings: AlgoliaSettings, transport: any Transport,
        clock: TransportClock
    ) {
        self.settings = settings
        connection = AlgoliaConnection(
            applicationID: applicationID, apiKey: apiKey, settings: settings, transport: transport,
            clock: clock)
    }

    /// Checks and compiles a request without sending it.
    func compiled(_ request: SearchRequest) throws -> CompiledSearch {
        try request.check(for: capabilities)
        return try CompiledSearch(request, index(of: request.module), settings)
    }

    func index(of module: ModuleDescriptor) -> RecordIndex {
        indexes.value(for: module) { RecordIndex(module, settings) }
    }
}

extension AlgoliaEngine: CustomStringConvertible, CustomReflectable {
    /// The engine's name, without the key.
    public var description: String { "Algolia" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
