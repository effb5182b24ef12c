import Quire

/// The words of a query, and how the protocol matches them with the words of records.
struct ServiceWords {
    private enum Part {
        case word(String, isPrefix: Bool)
        case phrase([String])
        case unwanted([String])
    }

    private var parts: [Part] = []

    init(_ query: String, type: String, hasSyntax: Bool) {
        var rest = Substring(query)
        while let first = rest.first {
            if first == " " {
                rest.removeFirst()
            } else if hasSyntax, rest.hasPrefix("\"") || rest.hasPrefix("-\"") {
                let isUnwanted = first == "-"
                rest = rest.drop { $0 == "-" }.dropFirst()
                let words = Self.words(in: String(rest.prefix { $0 != "\"" }))
                rest = rest.drop { $0 != "\"" }.dropFirst()
                parts.append(isUnwanted ? .unwanted(words) : .phrase(words))
            } else {
                let text = rest.prefix { $0 != " " }
                rest = rest.dropFirst(text.count)
                if hasSyntax, text.hasPrefix("-") {
                    parts.append(.unwanted(Self.words(in: String(text))))
                } else {
                    for word in Self.words(in: String(text)) {
                        let isLast = rest.allSatisfy { $0 == " " }
                        parts.append(
                            .word(word, isPrefix: type == "prefixAll" || type == "prefixLast" && isLast))
                    }
                }
            }
        }
    }

    /// Whether the fields of a record, as texts, match the whole query.
    func match(_ texts: [String]) -> Bool {
        let fields = texts.map(Self.words)
        return parts.allSatisfy { part in
            switch part {
            case .word(let word, let isPrefix):
                fields.joined().contains { isPrefix ? $0.hasPrefix(word) : $0 == word }
            case .phrase(let words): fields.contains { Self.stands(words, in: $0) }
            case .unwanted(let words): !fields.contains { Self.stands(words, in: $0) }
            }
        }
    }

    /// The words to search for.
    var wanted: [String] {
        parts.flatMap { part -> [String] in
            switch part {
            case .word(let word, _): [word]
            case .phrase(let words): words
            case .unwanted: []
            }
        }
    }

    private static func stands(_ words: [String], in field: [String]) -> Bool {
        guard !words.isEmpty, field.count >= words.count else { return false }
        return (0...(field.count - words.count)).contains { Array(field[$0..<$0 + words.count]) == words }
    }

    /// Splits at everything except letters and digits.
    static func words(in text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
