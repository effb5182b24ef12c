import QuireToolbox

/// A piece of the text form of a query.
struct QueryToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A name or a word of the language.
        case word(String)
        /// A name in backticks.
        case name(String)
        case text(String)
        case integer(Int64)
        case number(Double)
        case symbol(String)
        case end
    }

    var kind: Kind
    /// In UTF-16 code units.
    var range: Range<Int>

    /// The token as it was written, for messages.
    var excerpt: String {
        switch kind {
        case .word(let word): "\"\(word.shortened)\""
        case .name(let name): "`\(name.shortened)`"
        case .text(let text): "the text \"\(text.shortened)\""
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .symbol(let symbol): "\"\(symbol)\""
        case .end: "the end"
        }
    }
}

/// The words of the language. Fields with such names are written in backticks.
enum QueryWord {
    static let clauses = ["where", "search", "sort", "select", "include", "facets", "locale", "ids", "limit"]
    static let operators = [
        "in", "is", "contains", "like", "hasPrefix", "hasSuffix", "between", "near", "within",
    ]
    static let quantifiers = ["any", "none", "every"]
    static let others = [
        "and", "or", "not", "null", "asc", "desc", "nulls", "first", "last", "true", "false",
    ]
    static let all = Set(clauses + operators + quantifiers + others)

    /// Whether a name can be written without backticks.
    static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, isStart(first), !all.contains(name) else { return false }
        return name.utf8.allSatisfy { isStart($0) || (0x30...0x39).contains($0) }
    }

    static func isStart(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
}
