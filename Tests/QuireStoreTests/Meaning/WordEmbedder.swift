import Quire
import QuireToolbox

/// An embedder for tests: each word has a pseudo-random vector, and some words share theirs.
final class WordEmbedder: Embedder {
    let model: String
    let dimensions: Int
    /// The texts of all calls.
    let calls = Locked<[[String]]>([])

    private static let alike = ["sofa": "couch", "settee": "couch", "ocean": "sea", "lonely": "alone"]

    init(model: String = "words", dimensions: Int = 24) {
        self.model = model
        self.dimensions = dimensions
    }

    func vectors(for texts: [String]) async throws -> [[Float]] {
        calls.withLock { $0.append(texts) }
        return texts.map(vector)
    }

    func vector(_ text: String) -> [Float] {
        var sum = [Float](repeating: 0.01, count: dimensions)
        for word in text.lowercased().split(whereSeparator: \.isWhitespace) {
            let word = String(word)
            // FNV-1a, then xorshift.
            var state: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in (Self.alike[word] ?? word).utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
            for index in sum.indices {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                sum[index] += Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
            }
        }
        return sum
    }
}

/// An embedder whose vectors are wrong, or that fails.
struct BrokenEmbedder: Embedder {
    struct Failure: Error {}

    var model = "words"
    var reply: @Sendable ([String]) throws -> [[Float]]

    func vectors(for texts: [String]) async throws -> [[Float]] { try reply(texts) }
}
