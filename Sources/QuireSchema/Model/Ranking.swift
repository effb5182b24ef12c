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
