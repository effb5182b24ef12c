import QuireText

/// The description of a module at run time. Engines and decoders work with it.
public final class ModuleDescriptor: Sendable, Hashable {
    /// The name on the wire.
    public let name: String
    /// The names on the wire before the module was renamed, the latest first. A store moves their content to the module.
    public let formerNames: [String]
    /// The server's id of the module, if the schema contains it.
    public let id: String?
    /// Whether the module holds at most one item.
    public let isSingle: Bool
    /// How full text orders the items that fit a query equally well.
    public let ranking: RankingDescriptor
    /// Texts for which full text also finds others.
    public let synonyms: [Synonym]
    /// The vectors of the items, for search by meaning; `nil` if the schema names none.
    public let embedding: EmbeddingDescriptor?
    public let fields: FieldTable

    public init(
        name: String, id: String? = nil, isSingle: Bool = false,
        ranking: RankingDescriptor = RankingDescriptor(), synonyms: [Synonym] = [],
        embedding: EmbeddingDescriptor? = nil, formerNames: [String] = [], fields: [FieldDescriptor]
    ) {
        self.name = name
        self.formerNames = formerNames
        self.id = id
        self.isSingle = isSingle
        self.ranking = ranking
        self.synonyms = synonyms
        self.embedding = embedding
        self.fields = FieldTable(fields)
    }

    public static func == (left: ModuleDescriptor, right: ModuleDescriptor) -> Bool {
        left === right
            || (left.name == right.name && left.id == right.id && left.isSingle == right.isSingle
                && left.ranking == right.ranking && left.synonyms == right.synonyms
                && left.embedding == right.embedding && left.formerNames == right.formerNames
                && left.fields == right.fields)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The whole schema at run time. The generator declares one conforming type per target: `ContentSchema`.
public protocol SchemaDescription: Sendable {
    /// All modules, in the schema's order.
    static var modules: [ModuleDescriptor] { get }

    /// A hash of the schema's canonical form, sixteen hexadecimal digits.
    static var hash: String { get }

    /// The locales, starting with the default.
    static var locales: [LocaleDescriptor] { get }
}

/// A locale of the schema with its fallback locales, nearest first.
public struct LocaleDescriptor: Sendable, Hashable, Codable {
    public var name: String
    public var fallbacks: [String]

    public init(_ name: String, fallbacks: [String] = []) {
        self.name = name
        self.fallbacks = fallbacks
    }
}
