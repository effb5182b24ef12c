import QuireCluster
import QuireCore
import QuireRemote
import QuireText

/// The settings of a Typesense engine: names of collections, timeouts, batch size and text analysis.
public struct TypesenseSettings: Sendable, Hashable {
    /// A prefix of the names of all collections and aliases, which separates environments on one cluster. ASCII
    /// letters, digits, `_` and `-`.
    public var prefix: String
    /// The names of collections or aliases that differ from the prefix and the module's name, by module.
    public var collections: [String: String]
    /// Whose meaning decides where the server's differs from Quire's, for queries without ``Query/meaning(_:)``.
    public var meaning: Meaning
    /// The default parameters of the server's own searches.
    public var parameters: TypesenseParameters
    /// Timeouts, the treatment of failed nodes, and the retries of writes.
    public var nodes: NodeSettings
    /// How full-text search splits texts into words. If it changes, `prepare` creates new collections.
    public var analyzer: TextAnalyzer
    /// Whether every prefix of a word is indexed too, so that `.any`, `.none` and `.prefixes` can search for prefixes.
    ///
    /// This makes the index of a text about five times as large. Without it, only the last word of a search can be a
    /// prefix, and only if items must contain all its words. If the setting changes, `prepare` creates new collections.
    public var indexesPrefixes: Bool
    /// Whether a prepared collection also indexes the values under their own names, so that other programs can search
    /// them. Without it, they are stored only, which takes less memory. Values that are not of their declared type are
    /// then rejected. If the setting changes, `prepare` creates new collections.
    public var indexesPlainFields: Bool
    /// How long the words of a collection are kept once a misspelled query has loaded them. Words that were added since
    /// are found, but not suggested as corrections.
    public var vocabularyLifetime: Duration
    /// The number of documents in one import request: 1 to 10,000.
    public var batchSize: Int
    /// The schema's locales (`ContentSchema.locales`), for requests that name a language.
    public var locales: [LocaleDescriptor]

    public init(
        prefix: String = "", nodes: NodeSettings = NodeSettings(), analyzer: TextAnalyzer = TextAnalyzer(),
        indexesPrefixes: Bool = false, batchSize: Int = 500, locales: [LocaleDescriptor] = [],
        vocabularyLifetime: Duration = .seconds(300), indexesPlainFields: Bool = false,
        collections: [String: String] = [:], meaning: Meaning = .exact,
        parameters: TypesenseParameters = TypesenseParameters()
    ) {
        self.prefix = prefix
        self.nodes = nodes
        self.analyzer = analyzer
        self.indexesPrefixes = indexesPrefixes
        self.batchSize = batchSize
        self.locales = locales
        self.vocabularyLifetime = vocabularyLifetime
        self.indexesPlainFields = indexesPlainFields
        self.collections = collections
        self.meaning = meaning
        self.parameters = parameters
    }
}
