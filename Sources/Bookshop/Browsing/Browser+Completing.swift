import Quire
import QuireSearch

extension Browser {
    /// How the text in the field may go on.
    struct Completion: Equatable, Sendable {
        /// What was typed.
        var typed: String
        /// What would follow.
        var rest: String
        /// The whole text.
        var text: String

        /// The first suggestion that begins with what was typed; `nil`: none.
        init?(_ list: SuggestionList) {
            guard list.text.first?.isWhitespace == false else { return nil }
            let analyzer = TextAnalyzer()
            let words = analyzer.words(in: list.text)
            for suggestion in list {
                let first = analyzer.words(in: suggestion.text).prefix(words.count)
                // What was not typed is marked: the rest, and the spaces between words.
                let parts = suggestion.highlighted.parts
                guard first.count == words.count, let unfinished = words.last,
                    zip(first, words.dropLast()).allSatisfy({ $0.isByteEqual(to: $1) }),
                    first.last?.utf8.starts(with: unfinished.utf8) == true,
                    let last = parts.last, last.isHighlighted,
                    parts.dropLast().allSatisfy({ !$0.isHighlighted || $0.text.allSatisfy(\.isWhitespace) })
                else { continue }
                typed = list.text
                rest = last.text
                if typed.last?.isWhitespace == true { rest = String(rest.drop(while: \.isWhitespace)) }
                text = suggestion.text
                return
            }
            return nil
        }
    }

    mutating func show(_ list: SuggestionList) { completion = Completion(list) }

    /// The completion, while it belongs to what stands in the field and the cursor stands behind it.
    var offered: Completion? {
        guard let completion, completion.typed.isByteEqual(to: line.text), line.after.isEmpty else {
            return nil
        }
        return completion
    }
}
