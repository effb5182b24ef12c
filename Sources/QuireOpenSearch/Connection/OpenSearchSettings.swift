import Foundation
import QuireCluster
import QuireCore
import QuireRemote
import QuireText

/// The settings of an OpenSearch engine: names of indices, nodes, batch size and text analysis.
public struct OpenSearchSettings: Sendable, Hashable {
    /// Whether a write waits until searches see it.
    public enum Refresh: String, Sendable, Hashable {
        /// Returns when searches see the write, after the index's next refresh: at most a second.
        case wait = "wait_for"
        /// Refreshes the index immediately, which costs the cluster more.
        case now = "true"
        /// Returns without waiting. Searches see the write later.
        case later = "false"
    }

    /// A prefix of the names of indices and aliases, which separates environments: a to z, 0 to 9, `-`, `_` and `.`.
    public var prefix: String
    /// The names of indices or aliases that differ from the prefix and the module's name, by module.
    public var collections: [String: String]
    public var nodes: NodeSettings
    /// The number of documents in one request: 1 to 10,000.
    public var batchSize: Int
    public var refresh: Refresh
    /// The number of shards of new indices. Existing indices keep theirs.
    public var shards: Int
    public var replicas: Int
    /// Splits texts into words, in indices and in searches.
    public var analyzer: TextAnalyzer
    /// How long the words of an index are kept once a misspelled query has loaded them. Words that were added since are
    /// found, but not suggested as corrections.
    public var vocabularyLifetime: Duration
    /// The schema's locales (`ContentSchema.locales`), for requests that name a language.
    public var locales: [LocaleDescriptor]
    /// Whose meaning decides where the server's differs from Quire's, for queries without `Query.meaning(_:)`.
    public var meaning: Meaning
    /// The default parameters of full-text searches that the server ranks.
    public var parameters: OpenSearchParameters

    /// A program that wants to read its own writes waits for the refresh; sending reads to the same node would not
    /// help.
    var effectiveRefresh: Refresh { refresh == .later && nodes.readsOwnWrites ? .wait : refresh }

    /// The settings of the node pool, which distributes reads over all nodes.
    var poolSettings: NodeSettings {
        var settings = nodes
        settings.readsOwnWrites = false
        return settings
    }

    public init(
        prefix: String = "", nodes: NodeSettings = NodeSettings(), collections: [String: String] = [:],
        batchSize: Int = 1000,
        refresh: Refresh = .wait, shards: Int = 1, replicas: Int = 1,
        analyzer: TextAnalyzer = TextAnalyzer(), locales: [LocaleDescriptor] = [],
        vocabularyLifetime: Duration = .seconds(300), meaning: Meaning = .exact,
        parameters: OpenSearchParameters = OpenSearchParameters()
    ) {
        self.prefix = prefix
        self.nodes = nodes
        self.collections = collections
        self.batchSize = min(max(1, batchSize), 10_000)
        self.refresh = refresh
        self.shards = max(1, shards)
        self.replicas = max(0, replicas)
        self.analyzer = analyzer
        self.locales = locales
        self.vocabularyLifetime = vocabularyLifetime
        self.meaning = meaning
        self.parameters = parameters
    }
}

/// The credentials of every request, sent only in the header `Authorization`.
///
/// Printing never shows them.
public enum OpenSearchCredentials: Sendable, Hashable {
    /// A cluster without security.
    case none
    case basic(user: String, password: String)
    /// The encoded form of an API key, as the cluster created it. It is sent as `ApiKey …`.
    case apiKey(String)
    /// A token that is sent as `Bearer …`.
    case bearer(String)

    var header: String? {
        switch self {
        case .none: nil
        case .basic(let user, let password):
            "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
        case .apiKey(let key): "ApiKey \(key)"
        case .bearer(let token): "Bearer \(token)"
        }
    }

    /// The texts that must not appear in any error or log.
    var secrets: [String] {
        let secrets: [String] =
            switch self {
            case .none: []
            case .basic(_, let password): [password]
            case .apiKey(let key): [key]
            case .bearer(let token): [token]
            }
        let encoded = header?.split(separator: " ").last.map(String.init)
        return (secrets + [encoded].compactMap { $0 }).filter { !$0.isEmpty }
    }
}

extension OpenSearchCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of credentials, without any secret.
    public var description: String {
        switch self {
        case .none: "none"
        case .basic: "basic …"
        case .apiKey: "API key …"
        case .bearer: "bearer …"
        }
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["credentials": description]) }
}
