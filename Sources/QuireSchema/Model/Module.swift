/// A content type with its own fields and those of its mixins.
public struct Module: Hashable, Sendable {
    /// The name on the wire.
    public var name: String
    /// The names on the wire before it was renamed, the latest first.
    public var formerNames: [FormerName] = []
    /// The author's Swift name: a valid identifier, possibly a reserved word.
    public var swiftName: String?
    /// The module's id in the CMS.
    public var id: String?
    /// The Swift name of one item, for a typealias: `Book` for `Books`.
    public var item: String?
    public var description: String?
    public var deprecated: Deprecation?
    /// Whether the module has at most one item.
    public var single: Bool
    /// How full text ranks items that match equally well.
    public var ranking: Ranking?
    /// Texts for which full text also finds others.
    public var synonyms: [Synonym]
    /// The vectors of the items, for search by meaning.
    public var embedding: Embedding?
    /// The fields of the mixins, followed by the module's own.
    public var fields: [Field]
    /// The start of the description.
    public var location: SourceLocation
    public var nameLocation: SourceLocation
    public var swiftNameLocation: SourceLocation?
    public var itemLocation: SourceLocation?

    public init(
        name: String, swiftName: String? = nil, id: String? = nil, item: String? = nil,
        description: String? = nil,
        deprecated: Deprecation? = nil, single: Bool = false, ranking: Ranking? = nil,
        synonyms: [Synonym] = [],
        fields: [Field] = [],
        location: SourceLocation, nameLocation: SourceLocation? = nil,
        swiftNameLocation: SourceLocation? = nil,
        itemLocation: SourceLocation? = nil
    ) {
        self.name = name
        self.swiftName = swiftName
        self.id = id
        self.item = item
        self.description = description
        self.deprecated = deprecated
        self.single = single
        self.ranking = ranking
        self.synonyms = synonyms
        self.fields = fields
        self.location = location
        self.nameLocation = nameLocation ?? location
        self.swiftNameLocation = swiftNameLocation
        self.itemLocation = itemLocation
    }
}

/// The vectors that a store keeps for the items of a module, for search by meaning.
public struct Embedding: Hashable, Sendable {
    /// The names of the searchable fields whose texts are embedded, in this order.
    public var fields: [String]
    /// The number of components of each vector.
    public var dimensions: Int
    /// The name of the model that computes the vectors.
    public var model: String

    public init(of fields: [String], dimensions: Int, model: String) {
        self.fields = fields
        self.dimensions = dimensions
        self.model = model
    }
}

/// How full text orders the items of a module that fit a query equally well.
public struct Ranking: Hashable, Sendable {
    /// The name of the field that counts how popular an item is: a number, the greatest first.
    public var popularity: String

    public init(popularity: String) { self.popularity = popularity }
}

/// Texts that mean the same to people who search.
public enum Synonym: Hashable, Sendable {
    /// Each text also finds the others.
    case twoWay([String])
    /// A search for a text also finds others.
    case oneWay(search: String, finds: [String])
}

/// A name that a module, a field or a choice had on the wire before it was renamed.
///
/// ```json
/// { "name": "pageCount", "was": ["pages"], "type": "integer" }
/// ```
public struct FormerName: Hashable, Sendable {
    public var name: String
    public var location: SourceLocation

    public init(_ name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}
