/// How many of the searched words a text contains.
public enum MatchLevel: String, Sendable, Hashable, CaseIterable {
    /// No word.
    case none
    /// Some words.
    case partial
    /// All words.
    case full
}
