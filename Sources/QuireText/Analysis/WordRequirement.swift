/// How many words of a full-text search an item must have.
///
/// ```swift
/// Books.query().search("how to cook rice").toleratingTypos()                        // items with all words, then the others
/// Books.query().search("moby dick").toleratingTypos().matching(.allWords)           // only items with all words
/// ```
public enum WordRequirement: String, Sendable, Hashable, CaseIterable {
    /// One word is enough. Items with all words come first; `TextSearchInfo.exactItems` is their number.
    case anyWord
    /// All words, as typed or corrected.
    case allWords
}
