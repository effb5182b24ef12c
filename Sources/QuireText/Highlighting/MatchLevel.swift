/// How much of what was searched for stands in a text.
public enum MatchLevel: String, Sendable, Hashable, CaseIterable {
    /// No word.
    case none
    /// Some words.
    case partial
    /// All words.
    case full
}
