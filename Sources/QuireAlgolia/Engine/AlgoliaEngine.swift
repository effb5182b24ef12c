import Foundation
import QuireCluster
import QuireCore
import QuireHTTP

/// An engine that speaks Algolia's HTTP API.
///
/// ```swift
/// let engine = AlgoliaEngine(applicationID: "LATENCY", apiKey: key)
/// try await engine.prepare([Books.descriptor])
/// let books = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
/// // POST /1/indexes/books/query
/// // {"params":"…&filters=n_v_age%3E%3D18&hitsPerPage=20&page=0&query="}
/// ```
/// A filter means the same as on every engine: beside the item, records hold what filters need in a form that leaves the
/// service nothing to interpret. A query that it cannot express exactly throws `UnsupportedError` before any request is
/// sent: parts of texts, orderings of texts, distances, one element of a list between two bounds, an OR of
/// an ordering with a test of texts, ORs of words and of prefixes, orders without a replica.
///
/// Without a sort items come in the order of their ids. A cursor holds the place of the last item, in numbers that are
/// asked for as a filter, so pages stay complete while items come and go; after a search by words, whose ranks cannot be
/// asked for, it counts pages, and an order of texts has none. Full text finds what it finds on every engine, since the
/// index holds the words of this SDK's analyzer; with `text: .engine` it is the service's own. Ids have at most 96 bytes.
///
/// ## What was never tested against the real service
///
/// The engine was tested against the documented forms, and against a server that
/// speaks them and was written for the tests. It relies on these documented rules:
/// - `filters` takes ANDs of ORs in parentheses, `NOT` before a test of a facet, `attribute:value` with values of ASCII
///   letters and digits, and comparisons with numbers in plain digits, which are doubles. `facetFilters` and
///   `numericFilters` come to the same. How many tests a filter may have is not known; at most 2,000 are sent.
/// - `NOT attribute:value` holds of a record that lacks the attribute; a comparison of numbers does not. A facet of a
///   list holds where one of its elements is the value.
/// - The words of a query are cut at spaces alone where they are ASCII letters and digits; with `typoTolerance`,
///   `synonyms`, `enableRules` and `decompoundQuery` off and `removeWordsIfNoResults` none, each has to stand in a
///   searchable attribute, as it is or, by `queryType`, as a prefix, however far behind in the text.
///   `advancedSyntax` takes quoted phrases and `-word`.
/// - A ranking of `asc(…)` and `desc(…)` alone orders numbers by value, and texts of `0`…`9`, `a`…`f` by their bytes,
///   and records that lack the attribute come last.
/// - `nbHits` is exact unless `exhaustiveNbHits`, or `exhaustive.nbHits`, is false; counts of facets likewise.
/// - `/browse` gives every record once while its cursor goes on; `hitsPerPage` 0 counts without hits.
/// - A text comes back as it was stored, character for character; `userData` of the settings too.
/// - `/operation` moves an index over another in one step, and `/task/{id}` says `published` once searches see the work.
public struct AlgoliaEngine: Sendable {
    public let settings: AlgoliaSettings
    let connection: AlgoliaConnection
    private let indexes = ModuleCache<RecordIndex>()

    /// - Parameters:
    ///   - applicationID: The application's ID; the hosts are derived from it unless the settings name them.
    ///   - apiKey: A key with the rights that are used: `search` and `browse`, for writing also `addObject`,
    ///     `deleteObject`, `deleteIndex`, `settings` and `editSettings`. It goes into a header, and is never printed.
    ///   - settings: The prefix of names, hosts, replicas, timeouts and text analysis.
    ///   - transport: The network, or a test's script.
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

    /// Checks and compiles a request; sends nothing.
    func compiled(_ request: SearchRequest) throws -> CompiledSearch {
        try request.check(for: capabilities)
        return try CompiledSearch(request, index(of: request.module), settings)
    }

    func index(of module: ModuleDescriptor) -> RecordIndex {
        indexes.layout(of: module) { RecordIndex(module, settings) }
    }
}

extension AlgoliaEngine: CustomStringConvertible, CustomReflectable {
    /// The engine's name, without the key.
    public var description: String { "Algolia" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
