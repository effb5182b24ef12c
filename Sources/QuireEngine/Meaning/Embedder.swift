import QuireToolbox

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
