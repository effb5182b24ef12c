import Foundation
import Quire

/// Splitting texts into folded words, compared with Foundation's folding and splitting.
enum AnalyzerBenchmarks {
    static func run() -> [Measurement] {
        [
            measurement(
                "words of English, over Foundation",
                "The quick brown fox jumps over the lazy dog, and then 42 other Things happened. ", goal: 20),
            measurement(
                "words of many scripts, over Foundation",
                "Les Misérables à Zürich; Київ и Москва; 東京タワー; हिन्दी भाषा; العربية; ไม่มีน้ำ. ", goal: 8),
        ]
    }

    private static func measurement(_ name: String, _ sentence: String, goal: Double) -> Measurement {
        let text = String(repeating: sentence, count: 10_000)
        let analyzer = TextAnalyzer()
        var bytes = 0
        let ours = CPUClock.best(of: 5) {
            var text = text
            text.withUTF8 {
                analyzer.forEachToken(in: $0) { word, _, _ in
                    bytes += word.count
                    return true
                }
            }
        }
        let separators = CharacterSet.alphanumerics.inverted
        let peer = CPUClock.best(of: 3) {
            let folded = text.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            bytes += folded.components(separatedBy: separators).count
        }
        precondition(bytes > 0)
        let size = Double(text.utf8.count) / 1e6
        return Measurement(
            "analyzer", name, peer / ours, "×",
            peer: String(format: "%.0f MB/s beside %.1f MB/s", size / ours, size / peer), goal: .atLeast(goal)
        )
    }
}
