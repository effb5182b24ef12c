import QuireToolbox

/// An embedder's vectors cannot be used, or there is no embedder.
public struct EmbeddingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the error.
    public enum Reason: Sendable, Hashable {
        /// The engine has no embedder.
        case noEmbedder
        /// The embedder has another model than the schema names.
        case otherModel(String)
        /// The embedder returned too few or too many vectors.
        case count(expected: Int, found: Int)
        /// A vector does not have the number of components that the schema names.
        case dimensions(expected: Int, found: Int)
        /// A vector has a component that is infinite or not a number.
        case notFinite
        /// All components of a vector are zero.
        case zero
    }

    public var reason: Reason
    /// The module's wire name.
    public var module: String
    /// The model that the schema names.
    public var model: String

    public init(_ reason: Reason, module: String, model: String) {
        self.reason = reason
        self.module = module
        self.model = model
    }

    public var description: String {
        PlainText.error(
            "Could not compute vectors for \(module) with the model \"\(model)\": \(cause)", advice)
    }

    private var cause: String {
        switch reason {
        case .noEmbedder: "the engine has no embedder"
        case .otherModel(let name): "the embedder has the model \"\(name)\""
        case .count(let expected, let vectorCount):
            "the embedder returned \(vectorCount) vectors for \(expected) texts"
        case .dimensions(let expected, let dimensions):
            "a vector has \(dimensions) components, and the schema says \(expected)"
        case .notFinite: "a vector has a component that is infinite or not a number"
        case .zero: "all components of a vector are zero"
        }
    }

    private var advice: String {
        switch reason {
        case .noEmbedder: "Set `StoreOptions.embedder`, or search for `.anyWord`."
        case .otherModel: "Use an embedder with the schema's model, or change the model in the schema."
        case .count, .notFinite, .zero: "Check the embedder."
        case .dimensions: "Correct \"dimensions\" in the schema, or use another model."
        }
    }
}
