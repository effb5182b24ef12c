#if SQLite
/// The words of a definition, as far as they decide what it can do.
struct SQLWords {
    /// Words in upper case, and parentheses; names in quotes as they are.
    private var words: [(text: String, isQuoted: Bool)] = []

    init(_ sql: String) {
        let scalars = Array(sql.unicodeScalars)
        var index = 0
        func isWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "_" || scalar == "$" || scalar.value > 127 || scalar.properties.isAlphabetic
                || ("0"..."9").contains(scalar)
        }
        while index < scalars.count {
            let scalar = scalars[index]
            let start = index
            index += 1
            switch scalar {
            case "\"", "'", "`", "[":
                let end: Unicode.Scalar = scalar == "[" ? "]" : scalar
                var text = String.UnicodeScalarView()
                while index < scalars.count {
                    if scalars[index] == end {
                        index += 1
                        // A doubled quote is a part of the name.
                        guard end != "]", index < scalars.count, scalars[index] == end else { break }
                    }
                    text.append(scalars[index])
                    index += 1
                }
                words.append((String(text), true))
            case "-" where index < scalars.count && scalars[index] == "-":
                while index < scalars.count, scalars[index] != "\n" { index += 1 }
            case "/" where index < scalars.count && scalars[index] == "*":
                index += 1
                while index + 1 < scalars.count, !(scalars[index] == "*" && scalars[index + 1] == "/") {
                    index += 1
                }
                index += 2
            case _ where isWord(scalar):
                while index < scalars.count, isWord(scalars[index]) { index += 1 }
                var text = String.UnicodeScalarView()
                text.append(contentsOf: scalars[start..<index])
                words.append((String(text).uppercased(), false))
            case _ where scalar.properties.isWhitespace: break
            default: words.append((String(scalar), false))
            }
        }
    }

    private func word(_ index: Int) -> String? {
        words.indices.contains(index) && !words[index].isQuoted ? words[index].text : nil
    }

    /// What the definition creates: `table`, `virtual table`, `index`, `view` or `trigger`.
    var kind: String {
        guard word(0) == "CREATE" else { return "" }
        return switch (word(1), word(2)) {
        case ("TABLE", _): "table"
        case ("VIRTUAL", "TABLE"): "virtual table"
        case ("INDEX", _), ("UNIQUE", "INDEX"): "index"
        case ("VIEW", _): "view"
        case ("TRIGGER", _): "trigger"
        default: ""
        }
    }

    /// The table of an index.
    var indexedTable: String? {
        guard let on = words.firstIndex(where: { !$0.isQuoted && $0.text == "ON" }),
            words.indices.contains(on + 1)
        else { return nil }
        return words[on + 1].text
    }

    /// Whether an index has nothing but columns, and allows equal values.
    var isPlainIndex: Bool {
        guard word(1) == "INDEX", let open = words.firstIndex(where: { !$0.isQuoted && $0.text == "(" }),
            words.last?.text == ")"
        else { return false }
        return words[(open + 1)..<(words.count - 1)].enumerated().allSatisfy { position, word in
            position % 2 == 1
                ? word.text == ","
                : word.isQuoted
                    || word.text.unicodeScalars.allSatisfy {
                        $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
                    }
        }
    }

    /// Whether a table computes or checks anything, or reacts to other tables.
    func hasExpressions(besides allowed: String?) -> Bool {
        var words = words
        if let allowed {
            let check = SQLWords(allowed).words.map(\.text)
            let start = words.indices.first { words[$0...].prefix(check.count).map(\.text) == check }
            if let start { words.removeSubrange(start..<start + check.count) }
        }
        return words.indices.contains { index in
            guard !words[index].isQuoted else { return false }
            switch words[index].text {
            case "AS", "CHECK", "COLLATE", "GENERATED", "ON", "REFERENCES", "SELECT": return true
            case "DEFAULT": return words.indices.contains(index + 1) && words[index + 1].text == "("
            default: return false
            }
        }
    }
}
#endif
