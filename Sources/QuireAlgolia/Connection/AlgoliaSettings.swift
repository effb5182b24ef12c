public import Foundation
import QuireCore
import QuireText

/// The settings of an Algolia engine: names, replicas, hosts, timeouts and text analysis.
public struct AlgoliaSettings: Sendable, Hashable {
    /// A prefix of every index name, to keep environments apart.
    public var prefix: String
    /// The replicas: indexes for orders other than by id.
    public var replicas: [AlgoliaReplica]
    /// Whose full-text search the indexes are made for. `.exact`: the words of this SDK's analyzer, as with every engine,
    /// without typo tolerance. `.engine`: the service's own tokenizer, synonyms, rules, typo tolerance and highlights;
    /// only `.all` and `.phrase`. If it changes, `prepare` loads the records again.
    public var text: Meaning
    /// The default parameters of searches.
    public var parameters: AlgoliaParameters
    /// Splits texts and queries into words, also for highlights.
    public var analyzer: TextAnalyzer
    /// The schema's locales (`ContentSchema.locales`), for requests that name one.
    public var locales: [LocaleDescriptor]
    /// How the parameters of a search are encoded.
    public var encoding: ParameterForm
    /// How filters are encoded.
    public var filters: FilterForm
    /// Whether a write returns only once searches see it (`/task/{id}`).
    public var waitsForTasks: Bool
    /// The number of records in one request when many are loaded.
    public var batchSize: Int
    /// The number of hits that can be reached with page numbers: `paginationLimitedTo` in the index settings.
    public var paginationLimit: Int
    /// The hosts; `nil` derives them from the application's ID.
    public var hosts: AlgoliaHosts?
    /// The timeout of one call, including all attempts.
    public var timeout: Duration
    /// The timeout of the first attempt at a search. The second may take twice as long, and so on.
    public var searchTimeout: Duration
    /// The timeout of the first attempt at a write.
    public var writeTimeout: Duration
    /// How long a host is skipped after a failure.
    public var pause: Duration

    public init(
        prefix: String = "", replicas: [AlgoliaReplica] = [], text: Meaning = .exact,
        analyzer: TextAnalyzer = TextAnalyzer(), locales: [LocaleDescriptor] = [],
        parameters: AlgoliaParameters = AlgoliaParameters(), encoding: ParameterForm = .formEncoded,
        filters: FilterForm = .expression, waitsForTasks: Bool = false, batchSize: Int = 1000,
        paginationLimit: Int = 20_000,
        hosts: AlgoliaHosts? = nil, timeout: Duration = .seconds(60),
        searchTimeout: Duration = .seconds(5),
        writeTimeout: Duration = .seconds(30), pause: Duration = .seconds(300)
    ) {
        self.prefix = prefix
        self.replicas = replicas
        self.text = text
        self.analyzer = analyzer
        self.locales = locales
        self.parameters = parameters
        self.encoding = encoding
        self.filters = filters
        self.waitsForTasks = waitsForTasks
        self.batchSize = max(1, batchSize)
        self.paginationLimit = paginationLimit
        self.hosts = hosts
        self.timeout = timeout
        self.searchTimeout = searchTimeout
        self.writeTimeout = writeTimeout
        self.pause = pause
    }
}

extension AlgoliaSettings {
    /// An encoding of a search's parameters.
    public enum ParameterForm: String, Sendable, Hashable {
        /// `{"params":"hitsPerPage=20&query=emma"}`
        case formEncoded
        /// `{"hitsPerPage":20,"query":"emma"}`
        case json
    }

    /// An encoding of filters.
    public enum FilterForm: String, Sendable, Hashable {
        /// `filters`: `a:x AND (n<1 OR n>5)`
        case expression
        /// `facetFilters` and `numericFilters`: `["a:x"]`, `[["n<1","n>5"]]`
        case lists
    }
}

/// An index that holds the same records in another order.
///
/// ```swift
/// AlgoliaReplica("books_newest", of: "books", sort: [SortKey(.value("released"), .descending)])
/// ```
public struct AlgoliaReplica: Sendable, Hashable {
    /// The index's name, after the prefix of the settings.
    public var name: String
    /// The module's wire name.
    public var module: String
    /// The whole order. The id breaks ties.
    public var sort: [SortKey]

    public init(_ name: String, of module: String, sort: [SortKey]) {
        self.name = name
        self.module = module
        self.sort = sort
    }
}

/// Where an application's requests go, in the order in which the hosts are tried.
///
/// ```swift
/// AlgoliaHosts(applicationID: "LATENCY")
/// // reads:  latency-dsn.algolia.net, then latency-1, -2 and -3.algolianet.com in random order
/// // writes: latency.algolia.net, then the same three
/// ```
public struct AlgoliaHosts: Sendable, Hashable {
    /// The hosts for reads.
    public var reads: [URL]
    /// The hosts for writes.
    public var writes: [URL]

    public init(reads: [URL], writes: [URL]) {
        self.reads = reads
        self.writes = writes
    }

    /// The hosts of an application. The last three are shuffled once to distribute the load.
    ///
    /// - Parameter applicationID: Letters, digits and hyphens. Other characters are dropped.
    public init(applicationID: String) {
        let name = applicationID.lowercased().filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        let others = (1...3).compactMap { URL(string: "https://\(name)-\($0).algolianet.com") }.shuffled()
        reads = [URL(string: "https://\(name)-dsn.algolia.net")].compactMap { $0 } + others
        writes = [URL(string: "https://\(name).algolia.net")].compactMap { $0 } + others
    }
}
