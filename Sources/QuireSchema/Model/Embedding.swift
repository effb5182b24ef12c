/// The vectors that a store keeps for the items of a module, for search by meaning.
public struct Embedding: Hashable, Sendable {
    /// The names of the searchable fields whose texts are embedded, in this order.
    public var fields: [String]
    /// The number of components of each vector.
    public var dimensions: Int
    /// The name of the model that computes the vectors.
    public var model: String

    public init(of fields: [String], dimensions: Int, model: String) {
        self.fields = fields
        self.dimensions = dimensions
        self.model = model
    }
}
