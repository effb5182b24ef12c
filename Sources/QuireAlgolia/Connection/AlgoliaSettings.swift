import QuireCore
import QuireText

/// How the service is spoken to, and how indexes are laid out.
public struct AlgoliaSettings: Sendable, Hashable {
    /// Stands before each index's name: it keeps environments apart.
    public var prefix: String
    /// The indexes that an order other than the id's can be asked of.
    public var replicas: [AlgoliaReplica]
    public var text: TextForm
    /// How texts and queries are cut into words; also of highlights.
    public var analyzer: TextAnalyzer
    /// The schema's locales (`ContentSchema.locales`), for requests that name one.
    public var locales: [LocaleDescriptor]
    public var parameters: ParameterForm
    public var filters: FilterForm
    /// Whether a write comes back only when searches see it (`/task/{id}`).
    public var waitsForTasks: Bool
    /// How many records go out in one request of a load.
    public var batchSize: Int
    /// How many hits pages by number can reach: `paginationLimitedTo` of the index's settings.
    public var paginationLimit: Int
    /// The hosts; `nil` derives them from the application's ID.
    public var hosts: AlgoliaHosts?
    /// For one call, with all its attempts.
    public var timeout: Duration
    /// For the first attempt at a search; the second may take twice as long, and so on.
    public var searchTimeout: Duration
    /// The same of a write.
    public var writeTimeout: Duration
    /// How long a host that failed is passed over.
    public var pause: Duration

    public init(
        prefix: String = "", replicas: [AlgoliaReplica] = [], text: TextForm = .words,
        analyzer: TextAnalyzer = TextAnalyzer(), locales: [LocaleDescriptor] = [],
        parameters: ParameterForm = .formEncoded,
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
    /// Whose words full text matches.
    public enum TextForm: String, Sendable, Hashable {
        /// The words of this SDK's analyzer, as on every engine, and no typos.
        case words
        /// The service's own words of the text as it is: its tokenizer, its synonyms and rules, its typos where the
        /// query tolerates them, its `_highlightResult`. Only `.all` and `.phrase` can be asked.
        case engine
    }

    /// How a search's parameters are written.
    public enum ParameterForm: String, Sendable, Hashable {
        /// `{"params":"hitsPerPage=20&query=emma"}`
        case formEncoded
        /// `{"hitsPerPage":20,"query":"emma"}`
        case json
    }

    /// How filters are written.
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
    /// The index's name, behind the prefix of the settings.
    public var name: String
    /// The module's wire name.
    public var module: String
    /// The whole order; the id decides between equals.
    public var sort: [SortKey]

    public init(_ name: String, of module: String, sort: [SortKey]) {
        self.name = name
        self.module = module
        self.sort = sort
    }
}
