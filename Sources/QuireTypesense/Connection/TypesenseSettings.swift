import QuireCluster
import QuireCore
import QuireText

/// The settings of a Typesense engine: names of collections, timeouts, batch size and text analysis.
public struct TypesenseSettings: Sendable, Hashable {
    /// What the names of all collections and aliases begin with: keeps environments apart on one cluster. ASCII letters,
    /// digits, `_` and `-`.
    public var prefix: String
    /// Timeouts, marks of failed nodes, patience of writes.
    public var nodes: NodeSettings
    /// How full text cuts texts into words; a change of it makes new collections.
    public var analyzer: TextAnalyzer
    /// Whether every beginning of a word is indexed too, so that `.any`, `.none` and `.prefixes` may look for them.
    ///
    /// The index of a text becomes about five times as large. Without it the last word of a search may be a prefix, where
    /// all its words have to stand in an item. A change of it makes new collections.
    public var indexesPrefixes: Bool
    /// How many documents go out in one request of an import: 1 to 10,000.
    public var batchSize: Int
    /// The schema's locales (`ContentSchema.locales`), for requests that name a language.
    public var locales: [LocaleDescriptor]

    public init(
        prefix: String = "", nodes: NodeSettings = NodeSettings(), analyzer: TextAnalyzer = TextAnalyzer(),
        indexesPrefixes: Bool = false, batchSize: Int = 500, locales: [LocaleDescriptor] = []
    ) {
        self.prefix = prefix
        self.nodes = nodes
        self.analyzer = analyzer
        self.indexesPrefixes = indexesPrefixes
        self.batchSize = batchSize
        self.locales = locales
    }
}
