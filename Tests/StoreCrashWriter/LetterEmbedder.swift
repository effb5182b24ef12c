#if SQLite
import Quire

/// An embedder without a model: a component counts the bytes of a text that leave the same remainder.
package struct LetterEmbedder: Embedder {
    package let model = "letters"

    package init() {}

    package func vectors(for texts: [String]) async throws -> [[Float]] { texts.map(Self.vector) }

    package static func vector(_ text: String) -> [Float] {
        var counts = [Float](repeating: 0, count: 8)
        for byte in text.utf8 { counts[Int(byte % 8)] += 1 }
        return counts
    }
}
#endif
