/// The full-text part of a request.
public struct TextSearch: Sendable, Hashable {
    public var query: TextQuery
    /// The wire names of the fields to search. `nil` searches all searchable fields.
    public var fields: [String]?
    /// How many of its words an item must have. `nil` is `.anyWord`, or `.allWords` in a list with sort keys, where items
    /// that only share a word would be anywhere.
    public var mode: MatchMode?
    /// Synonyms for this search, in addition to those of the schema.
    public var synonyms: [Synonym] = []
    /// Whether a query without a word finds everything, for browsing, instead of nothing.
    public var emptyFindsAll = false

    /// The vector of the query, if the mode is `.meaning`. The engine sets it before it searches.
    package var vector: TextVector?

    public init(
        _ query: TextQuery, mode: MatchMode? = nil, synonyms: [Synonym] = [], emptyFindsAll: Bool = false
    ) {
        self.query = query
        self.mode = mode
        self.synonyms = synonyms
        self.emptyFindsAll = emptyFindsAll
    }

    /// Whether other words may stand for those of the query: plurals and other forms, and if no item has all words, words
    /// with one or two letters changed, joined or split.
    package var toleratesTypos: Bool { mode != .asTyped }

    /// Whether an item needs only one of the words.
    package var takesAnyWord: Bool { mode == .anyWord || mode == .meaning }
}

/// How many words of a full-text search an item must have, and how exactly.
///
/// ```swift
/// Books.query().search("how to cook rice")                          // items with all words, then those that share some
/// Books.query().search("moby dick", mode: .allWords)                // only items with all words
/// Books.query().search("moby dick", mode: .asTyped)                 // no corrections, plurals or other forms
/// ```
/// With `.meaning`, vectors order the items too:
///
/// ```swift
/// Books.query().search("a story about loneliness", mode: .meaning)
/// ```
/// An engine that cannot tolerate typos (`EngineCapabilities.toleratesTypos`) always searches for the words as typed.
public enum MatchMode: String, Sendable, Hashable, CaseIterable {
    /// One word is enough. Items with all words come first; `TextSearchInfo.exactItems` is their number.
    case anyWord
    /// Like `.anyWord`, and items with a similar meaning: vectors of the texts order the items together with the words. After
    /// the items with a word come up to 100 items without any, which totals and facets do not count.
    ///
    /// The schema names an `embedding`, and the engine needs an `Embedder`. Other engines throw `UnsupportedError`, and a
    /// query with sort keys or with a part of a text throws `QueryError`. A write to all items that a query finds, takes
    /// `.meaning` for `.allWords`.
    case meaning
    /// All words, in any form, or corrected if no item has them all.
    case allWords
    /// All words as they were typed.
    case asTyped
}

/// Texts that mean the same to people who search.
///
/// ```swift
/// Books.query().search("tv nyc", synonyms: [
///     .twoWay(["tv", "television", "telly"]),             // each finds the others
///     .oneWay("nyc", finds: ["new york", "big apple"]),   // "new york" does not find "nyc"
/// ])
/// ```
/// Synonyms are compared word by word, without case and diacritics. A text of several words matches them one after
/// another, in the query as in the content. A text without a word is ignored.
public enum Synonym: Sendable, Hashable {
    /// Each text also finds the others.
    case twoWay([String])
    /// The first text also finds the others.
    case oneWay(String, finds: [String])
}
