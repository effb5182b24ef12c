import QuireCore
import QuireText
import QuireToolbox

/// Computes and checks the vectors of one engine's embedder.
package final class TextEmbedding: Sendable {
    private struct Key: Hashable, Sendable {
        var model: String
        var text: String
    }

    /// The number of texts that the embedder gets at once.
    package static let batch = 32
    /// The number of characters of a text that are embedded.
    package static let longestText = 8_000

    package let embedder: (any Embedder)?
    /// The vectors of the last queries, so that all pages of a search use the same one.
    private let queries = BoundedCache<Key, TextVector>(limit: 256)

    package init(_ embedder: (any Embedder)?) { self.embedder = embedder }

    /// The text to embed for an item: the texts of its fields, each on lines of its own; `nil` if it has none.
    ///
    /// - Parameter texts: The plain texts of the embedded fields, in the order of the schema.
    package static func source(_ texts: [String?]) -> String? {
        let joined = texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
        let scalars = joined.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: longestText, limitedBy: scalars.endIndex)
        let text = end.map { String(scalars[..<$0]) } ?? joined
        return text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? nil : text
    }

    /// The request with the vector of its text, if it searches for a meaning and has a word.
    ///
    /// - Throws: `EmbeddingError`, the embedder's errors.
    package func prepare(_ request: SearchRequest, _ analyzer: TextAnalyzer) async throws -> SearchRequest {
        guard let text = request.text, text.mode == .meaning, request.sort.isEmpty,
            let plain = text.query.plainText, case .words = text.meaning(analyzer)
        else { return request }
        let embedding = try request.module.requiredEmbedding
        var request = request
        request.text?.vector = try await vector(of: plain, embedding, request.module.name)
        return request
    }

    private func vector(
        of text: String, _ embedding: EmbeddingDescriptor, _ module: String
    ) async throws -> TextVector {
        try check(embedding, module)
        let key = Key(model: embedding.key, text: text)
        if let vector = queries[key] { return vector }
        let scalars = text.unicodeScalars
        let vectors = try await vectors(
            for: [String(String.UnicodeScalarView(scalars.prefix(Self.longestText)))], embedding, module)
        queries[key] = vectors[0]
        return vectors[0]
    }

    /// Computes the vectors of texts.
    package func vectors(
        for texts: [String], _ embedding: EmbeddingDescriptor, _ module: String
    ) async throws -> [TextVector] {
        let embedder = try check(embedding, module)
        let vectors = try await embedder.vectors(for: texts)
        func error(_ reason: EmbeddingError.Reason) -> EmbeddingError {
            EmbeddingError(reason, module: module, model: embedding.model)
        }
        guard vectors.count == texts.count else {
            throw error(.count(expected: texts.count, found: vectors.count))
        }
        return try vectors.map { vector in
            guard vector.count == embedding.dimensions else {
                throw error(.dimensions(expected: embedding.dimensions, found: vector.count))
            }
            do throws(TextVector.Problem) { return try TextVector(vector) } catch {
                switch error {
                case .notFinite:
                    throw EmbeddingError(.notFinite, module: module, model: embedding.model)
                case .zero: throw EmbeddingError(.zero, module: module, model: embedding.model)
                }
            }
        }
    }

    /// The embedder, if it has the schema's model.
    @discardableResult
    package func check(
        _ embedding: EmbeddingDescriptor, _ module: String
    ) throws(EmbeddingError) -> any Embedder {
        guard let embedder else {
            throw EmbeddingError(.noEmbedder, module: module, model: embedding.model)
        }
        guard embedder.model.isByteEqual(to: embedding.model) else {
            throw EmbeddingError(.otherModel(embedder.model), module: module, model: embedding.model)
        }
        return embedder
    }
}

extension TextQuery {
    /// The text, if the query is nothing but words to find.
    package var plainText: String? {
        switch self {
        case .all(let text, _), .any(let text, _): text
        case .none, .phrase, .and, .or, .not: nil
        }
    }
}

extension ModuleDescriptor {
    /// The embedding.
    ///
    /// - Throws: `QueryError` if the schema names none.
    package var requiredEmbedding: EmbeddingDescriptor {
        get throws(QueryError) {
            if let embedding { return embedding }
            throw QueryError(
                .incompatibleOperation, module: name, node: "search(mode: .meaning)",
                expected: "a module with an \"embedding\" in its schema; or search for .anyWord")
        }
    }
}

extension ModuleDescriptor {
    /// The text to embed for an instance; `nil` if it has none, or the schema names no embedding.
    package func textToEmbed(_ instance: JSONValue) -> String? {
        guard let embedding else { return nil }
        let values = instance.member("values")
        return TextEmbedding.source(
            embedding.fields.map { name in
                searchableFields.first { $0.name == name }.flatMap {
                    SearchableText.text(of: $0.json(in: values), kind: $0.kind)
                }
            })
    }
}

extension EmbeddingDescriptor {
    /// What vectors must have in common to be compared.
    package var key: String { "\(dimensions) \(model)" }
}
