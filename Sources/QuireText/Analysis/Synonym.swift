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
