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
