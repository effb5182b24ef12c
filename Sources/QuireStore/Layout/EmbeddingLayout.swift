#if SQLite
/// The vectors of a module's items: which texts they stand for, and their model.
struct EmbeddingLayout: Hashable, Sendable, Codable {
    /// The columns of the index whose texts are embedded.
    let columns: [String]
    /// How the texts of the columns are read.
    let forms: [TextForm]
    let dimensions: Int
    let model: String
}
#endif
