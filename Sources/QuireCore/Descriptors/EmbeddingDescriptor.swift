/// The vectors of the items of a module, for search by meaning.
///
/// ```json
/// { "name": "books", "embedding": { "of": ["title", "text"], "dimensions": 384, "model": "all-MiniLM-L6-v2" }, "fields": [] }
/// ```
public struct EmbeddingDescriptor: Sendable, Hashable {
    /// The wire names of the searchable fields whose texts are embedded, in this order.
    public var fields: [String]
    /// The number of components of each vector, 1 to 4,096.
    public var dimensions: Int
    /// The name of the model, which equals `Embedder.model`.
    public var model: String

    public init(of fields: [String], dimensions: Int, model: String) {
        self.fields = fields
        self.dimensions = dimensions
        self.model = model
    }
}
