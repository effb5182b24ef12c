import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireText
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
        transport: any Transport = NetworkTransport()
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
        return try CompiledSearch(request, index(of: request.module), settings: settings)
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

extension AlgoliaEngine: BatchableEngine {
    /// Runs requests for any modules, up to fifty queries per call of `/1/indexes/*/queries`.
    ///
    /// The service runs either all of them or none: if it rejects one, the call throws an error.
    public func responses(to requests: [SearchRequest]) async throws -> [Result<EngineResponse, any Error>] {
        let searches = requests.map { request in Result { try compiled(request) } }
        var pages = try await pages(of: searches.compactMap { try? $0.get() }).makeIterator()
        return try searches.compactMap { search in
            switch search {
            case .success: try pages.next().map { .success(try $0.checked()) }
            case .failure(let error): .failure(error)
            }
        }
    }
}

extension AlgoliaEngine {
    /// An indexing task that the service has accepted and carries out later.
    struct IndexingTask: Sendable {
        let index: String
        /// The id; `nil` if the response has none.
        let id: Int64?

        init(_ response: Data, _ index: String) {
            self.index = index
            id = (try? JSONValue(parsing: response))?["taskID"]?.wholeNumber
        }
    }

    /// Sends a change of an index.
    ///
    /// - Parameter path: The path below that of the index.
    func change(
        _ method: HTTPRequest.Method, _ index: String, path: [String] = [], body: Data? = nil,
        deadline: Deadline? = nil
    ) async throws -> IndexingTask {
        IndexingTask(
            try await connection.send(
                method, ["1", "indexes", index] + path, body: body, intent: .write, deadline: deadline), index
        )
    }

    /// Waits until searches see the result of a task, if that is wanted.
    func finish(_ task: IndexingTask?, wait: Bool? = nil, deadline: Deadline? = nil) async throws {
        guard wait ?? settings.waitsForTasks, let task, let id = task.id else { return }
        let path = ["1", "indexes", task.index, "task", String(id)]
        let deadline = deadline ?? connection.deadline()
        var delay = Duration.milliseconds(50)
        while true {
            let data = try await connection.send(.get, path, intent: .read, deadline: deadline)
            guard case .string(let status)? = (try? JSONValue(parsing: data))?["status"] else {
                throw AlgoliaResponseError(
                    request: AlgoliaConnection.name(.get, path), place: "status", expected: "a text")
            }
            if status == "published" { return }
            try await Task.sleep(for: delay)
            delay = min(delay * 2, .seconds(2))
        }
    }
}

extension AlgoliaEngine: WritableEngine {
    /// Carries out a batch: reads the instances that it changes, creates their new records, and sends these in batches
    /// (`POST /1/indexes/{index}/batch`), one index after another.
    ///
    /// The service accepts a batch completely or not at all. It has no conditional writes, so a concurrent write to the
    /// same item between reading and writing is overwritten.
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try batch.check(for: AlgoliaConnection.engineName)
        let deadline = connection.deadline()
        return try await batch.carryOut { module, operations in
            try await RecordWriting(service: self, index: index(of: module), deadline: deadline)
                .write(operations)
        }
    }

    /// Sends changes of records in batches. Returns the last task; `nil` if there are no changes.
    func send(
        _ changes: [RecordChange], of index: RecordIndex, to name: String, _ deadline: Deadline
    ) async throws -> IndexingTask? {
        var records = RecordBatch(index, into: name)
        var last: IndexingTask?
        for (position, change) in changes.enumerated() {
            try Task.checkCancellation()
            switch change {
            case .store(let instance): records.store(instance)
            case .remove(let id): records.remove(id)
            }
            guard records.isFull || position == changes.count - 1, let body = records.body() else { continue }
            last = try await self.change(.post, name, path: ["batch"], body: body, deadline: deadline)
        }
        return last
    }

    func clear(_ index: RecordIndex, _ deadline: Deadline) async throws -> IndexingTask {
        try await change(.post, index.name, path: ["clear"], body: Data("{}".utf8), deadline: deadline)
    }
}

/// A change of one record.
enum RecordChange: Sendable {
    case store(JSONValue)
    case remove(id: String)
}

/// A facet value found by a search in the facet's values.
public struct AlgoliaFacetValue: Sendable, Hashable {
    public var value: String
    /// The number of items with this value.
    public var count: Int
    /// The value, with the matches marked.
    public var highlighted: HighlightedText
}

extension AlgoliaEngine {
    /// Searches the values of a facet for those with a word that begins with a text.
    ///
    /// ```swift
    /// let values = try await engine.facetValues(of: "author", matching: "aus", in: request)
    /// // POST /1/indexes/books/facets/f_v_author/query  {"params":"facetQuery=aus&…"}
    /// ```
    /// The service's own search finds the values and tolerates typos. Refinements of the field itself are ignored.
    ///
    /// - Parameters:
    ///   - field: The wire name of a text facet.
    ///   - text: The beginning of a value, or of a word in it.
    ///   - request: The search whose items are considered.
    ///   - maximumValues: 1 to 100.
    public func facetValues(
        of field: String, matching text: String, in request: SearchRequest, maximumValues: Int = 10
    ) async throws -> [AlgoliaFacetValue] {
        let index = index(of: request.module)
        _ = try request.module.facet(field)
        guard let indexed = index.module.value(field), indexed.comparison == .text else {
            throw UnsupportedError(
                node: "a search among the values of \"\(field)\"",
                hint: "it searches the values of texts alone")
        }
        var narrowed = request
        narrowed.removeSort()
        narrowed.page = .all
        narrowed.facets = []
        narrowed.refinements.removeAll { $0.field == field }
        guard let items = try compiled(narrowed).items else { return [] }
        var parameters = items.parameters
        for name in ["attributesToHighlight", "attributesToRetrieve", "attributesToSnippet", "hitsPerPage"] {
            parameters[name] = nil
        }
        parameters["facetQuery"] = .string(text)
        parameters["maxFacetHits"] = .integer(Int64(min(max(1, maximumValues), 100)))
        let path = ["1", "indexes", index.name, "facets", index.attributes(of: indexed).facet, "query"]
        let data = try await connection.send(
            .post, path, body: body(of: .init(index: index.name, parameters: parameters)), intent: .read)
        guard case .array(let hits)? = (try? JSONValue(parsing: data))?["facetHits"] else {
            throw AlgoliaResponseError(
                request: AlgoliaConnection.name(.post, path), place: "facetHits", expected: "an array")
        }
        return hits.compactMap { hit in
            guard case .string(let value)? = hit["value"], case .integer(let count)? = hit["count"] else {
                return nil
            }
            return AlgoliaFacetValue(
                value: value, count: Int(count), highlighted: highlighted(hit["highlighted"], value))
        }
    }

    /// Highlights the value. A value that contains the tags is shown without highlights.
    private func highlighted(_ json: JSONValue?, _ value: String) -> HighlightedText {
        guard case .string(let tagged)? = json else { return HighlightedText(value) }
        let highlight = HighlightMarkup.em.read(tagged)
        return highlight.text.isByteEqual(to: value) ? highlight : HighlightedText(value)
    }
}
