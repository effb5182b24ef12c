#if SQLite
import Foundation
import Quire

/// An item as the plain evaluator of relevance sees it: the words at each position of each field.
struct PlainDocument {
    struct Field {
        var weight: Double
        var hasLines: Bool
        /// At each position the word, followed by the forms that begin or continue there.
        var positions: [Set<String>] = []
        /// The positions of each element of a list.
        var lines: [Range<Int>] = []
    }

    var id: String
    var popularity: Double
    var fields: [Field]

    init(_ instance: JSONValue, _ module: ModuleDescriptor, popularity: String, _ analyzer: TextAnalyzer) {
        id = instance.instanceID
        let values = instance.member("values")
        self.popularity =
            switch values?.member(popularity) {
            case .integer(let number)?: Double(number)
            case .number(let number)?: number
            default: 0
            }
        fields = module.fields.fields.compactMap { descriptor in
            guard let weight = descriptor.searchWeight else { return nil }
            var field = Field(weight: weight, hasLines: false)
            var texts: [String] = []
            switch values?.member(descriptor.name) {
            case .string(let text)?: texts = [text]
            case .array(let elements)?:
                field.hasLines = true
                texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            default: break
            }
            for text in texts {
                let start = field.positions.count
                for form in analyzer.forms(in: text) {
                    if form.isForm {
                        field.positions[field.positions.count - 1].insert(form.word)
                    } else {
                        field.positions.append([form.word])
                    }
                }
                if field.positions.count > start { field.lines.append(start..<field.positions.count) }
            }
            return field
        }
    }
}

/// Words that may stand for a word of a query.
struct PlainAlternative: Hashable {
    var words: [String]
    /// Whether the last word may continue.
    var isPrefix = false
    /// In quarters.
    var cost: Int
    /// Whether it continues an unfinished word.
    var isLonger = false

    /// Whether the content has its words.
    func isKnown(_ vocabulary: [String: Int]) -> Bool {
        words.enumerated().allSatisfy { index, word in
            isPrefix && index == words.count - 1
                ? vocabulary.keys.contains { $0.utf8.starts(with: word.utf8) } : vocabulary[word] != nil
        }
    }

    /// The positions of a field at which it begins.
    func starts(in field: PlainDocument.Field) -> [Int] {
        guard field.positions.count >= words.count else { return [] }
        return (0...field.positions.count - words.count).filter { start in
            words.indices.allSatisfy { index in
                let place = field.positions[start + index]
                if isPrefix, index == words.count - 1 {
                    return place.contains { $0.utf8.starts(with: words[index].utf8) }
                }
                return place.contains(words[index])
            }
        }
    }
}
#endif
