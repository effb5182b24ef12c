/// How the words of a query meet the words of the content.
public enum WordMatching: String, Sendable, Hashable, CaseIterable {
    /// The last word is a prefix, those before it are whole: what a person who is typing means.
    case lastWordAsPrefix
    /// Every word is a prefix.
    case prefixes
    /// Every word is whole.
    case wholeWords
    /// Every word is any part of a word.
    case partsOfWords
}
