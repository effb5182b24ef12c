/// Computes vectors of texts, so that a search finds items of a similar meaning.
///
/// The app supplies the model: a server, a framework of the system, or one in its bundle.
///
/// ```swift
/// struct Model: Embedder {
///     let model = "all-MiniLM-L6-v2"
///     func vectors(for texts: [String]) async throws -> [[Float]] {
///         texts.map { text in [Float(text.count), Float(text.utf8.count)] }      // Call the model here.
///     }
/// }
///
/// var options = StoreOptions()
/// options.embedder = Model()
/// ```
/// The same text must always have the same vector. Vectors need not have the length 1.
public protocol Embedder: Sendable {
    /// The name of the model, as the schema spells it in `embedding`.
    var model: String { get }

    /// Returns a vector for each text, in the order of the texts. A text is never empty.
    ///
    /// A batch has up to 32 texts of up to 8,000 characters. Shorten longer texts than the model reads.
    ///
    /// - Throws: Any error, which ends the search or the computation.
    func vectors(for texts: [String]) async throws -> [[Float]]
}
