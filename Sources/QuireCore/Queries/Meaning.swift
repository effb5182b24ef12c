/// Whose definition of a condition or a full-text search decides what it finds.
///
/// ```swift
/// let page = try await content.fetch(Books.query().where(\.title == "emma").meaning(.engine))
/// page.pageInfo.meaning      // .engine: the server also takes "Émma!" for "emma"
/// ```
/// The article "The server's own search" lists how each server differs.
public enum Meaning: String, Sendable, Hashable, Codable {
    /// Quire's: the same on every engine. What a server cannot do exactly is refused.
    case exact
    /// The server's, where it differs. What the server does exactly stays exact.
    case engine
}
