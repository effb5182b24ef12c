/// How many words of a full-text search an item must have, and how exactly.
///
/// ```swift
/// Books.query().search("how to cook rice")                          // items with all words, then those that share some
/// Books.query().search("moby dick", mode: .allWords)                // only items with all words
/// Books.query().search("moby dick", mode: .asTyped)                 // no corrections, plurals or other forms
/// ```
/// An engine that cannot tolerate typos (`EngineCapabilities.toleratesTypos`) always searches for the words as typed.
public enum MatchMode: String, Sendable, Hashable, CaseIterable {
    /// One word is enough. Items with all words come first; `TextSearchInfo.exactItems` is their number.
    case anyWord
    /// All words, in any form, or corrected if no item has them all.
    case allWords
    /// All words as they were typed.
    case asTyped
}
