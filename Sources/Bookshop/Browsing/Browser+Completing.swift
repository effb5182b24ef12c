import Quire
import QuireSearch

extension Browser {
    /// A completion of the text in the field.
    struct Completion: Equatable, Sendable {
        /// The typed text.
        var typed: String
        /// The text to append.
        var rest: String
        /// The whole text.
        var text: String

        /// Creates a completion from the first suggestion that begins with the typed text, or returns `nil`.
        init?(_ list: SuggestionList) {
            guard list.text.first?.isWhitespace == false else { return nil }
            let analyzer = TextAnalyzer()
            let words = analyzer.words(in: list.text)
            for suggestion in list {
                let first = analyzer.words(in: suggestion.text).prefix(words.count)
                // Everything that was not typed is highlighted: the rest, and the spaces between words.
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

    /// The completion, if it matches the text in the field and the cursor is at its end.
    var offered: Completion? {
        guard let completion, completion.typed.isByteEqual(to: line.text), line.after.isEmpty else {
            return nil
        }
        return completion
    }
}
