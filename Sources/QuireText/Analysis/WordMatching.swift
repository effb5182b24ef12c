/// How the words of a query match the words of the content.
public enum WordMatching: String, Sendable, Hashable, CaseIterable {
    /// The last word is a prefix, the words before it are whole words. This suits search as you type.
    case lastWordAsPrefix
    /// Every word is a prefix.
    case prefixes
    /// Every word is a whole word.
    case wholeWords
    /// Every word may be any part of a word.
    case partsOfWords
}
