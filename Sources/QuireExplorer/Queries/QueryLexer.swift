import Foundation
import QuireCore
import QuireSchema
import QuireToolbox

/// Splits the text form of a query into tokens.
struct QueryLexer {
    private let units: [UInt16]
    private var position = 0

    private init(_ text: String) { units = Array(text.utf16) }

    /// - Throws: `ExplorerError` with the place of a text that is not closed, or of a character without a meaning.
    static func tokens(of text: String) throws(ExplorerError) -> [QueryToken] {
        guard text.utf16.count <= 1_000_000 else {
            throw ExplorerError(.text, "The text of a query has at most 1000000 characters.")
        }
        var lexer = QueryLexer(text)
        var tokens: [QueryToken] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private func unit(_ offset: Int = 0) -> UInt16? {
        position + offset < units.count ? units[position + offset] : nil
    }

    private mutating func next() throws(ExplorerError) -> QueryToken {
        while let unit = unit(), unit == 0x20 || (0x09...0x0D).contains(unit) || unit == 0xA0 {
            position += 1
        }
        let start = position
        guard let unit = unit() else { return QueryToken(kind: .end, range: start..<start) }
        let kind: QueryToken.Kind
        switch unit {
        case 0x22: kind = .text(try text())
        case 0x60: kind = .name(try quotedName())
        case 0x30...0x39: kind = try number()
        case 0x2D where self.unit(1).map({ (0x30...0x39).contains($0) }) == true: kind = try number()
        default:
            if unit < 0x80, QueryWord.isStart(UInt8(unit)) {
                kind = .word(word())
            } else {
                kind = .symbol(try symbol(unit))
            }
        }
        return QueryToken(kind: kind, range: start..<position)
    }

    private mutating func word() -> String {
        let start = position
        while let unit = unit(), unit < 0x80, QueryWord.isStart(UInt8(unit)) || (0x30...0x39).contains(unit) {
            position += 1
        }
        return String(decoding: units[start..<position], as: UTF16.self)
    }

    private mutating func symbol(_ unit: UInt16) throws(ExplorerError) -> String {
        let scalar = Unicode.Scalar(unit).map(Character.init) ?? "?"
        let pair = self.unit(1) == 0x3D
        if pair, ["!", "<", ">", "="].contains(scalar) {
            position += 2
            return scalar == "=" ? "=" : "\(scalar)="
        }
        guard ["=", "<", ">", "(", ")", ",", ".", "@", "-"].contains(scalar) else {
            let end = min(position + 2, units.count)
            let character =
                String(decoding: units[position..<end], as: UTF16.self).first.map(String.init) ?? ""
            throw QueryPlace(range: position..<position + 1).error(
                "A query cannot have the character \(quoted(character)) here. Put names with other characters than letters, digits and _ in backticks, and texts in double quotes.",
                code: .text)
        }
        position += 1
        return String(scalar)
    }

    /// A JSON string.
    private mutating func text() throws(ExplorerError) -> String {
        let start = position
        position += 1
        while let unit = unit(), unit != 0x22 { position += unit == 0x5C ? 2 : 1 }
        guard unit() != nil else {
            throw QueryPlace(range: start..<units.count).error(
                "The text is not closed. End it with a double quote.", code: .text)
        }
        position += 1
        let json = String(decoding: units[start..<position], as: UTF16.self)
        guard case .string(let text)? = try? JSONValue(parsing: Data(json.utf8)) else {
            throw QueryPlace(range: start..<position).error(
                "The text is not a JSON string. Write \\\" for a quote, \\\\ for a backslash and \\n for a line end.",
                code: .text)
        }
        return text
    }

    /// A name in backticks; a doubled backtick is one.
    private mutating func quotedName() throws(ExplorerError) -> String {
        let start = position
        position += 1
        var name: [UInt16] = []
        while let unit = unit() {
            position += 1
            if unit == 0x60 {
                guard self.unit() == 0x60 else {
                    guard !name.isEmpty else { break }
                    return String(decoding: name, as: UTF16.self)
                }
                position += 1
            }
            name.append(unit)
        }
        throw QueryPlace(range: start..<position).error(
            "The name in backticks is empty or not closed. End it with a backtick.", code: .text)
    }

    private mutating func number() throws(ExplorerError) -> QueryToken.Kind {
        let start = position
        position += 1
        while let unit = unit() {
            let isSign = (unit == 0x2B || unit == 0x2D) && (units[position - 1] | 0x20) == 0x65
            guard (0x30...0x39).contains(unit) || unit == 0x2E || (unit | 0x20) == 0x65 || isSign else {
                break
            }
            position += 1
        }
        let text = String(decoding: units[start..<position], as: UTF16.self)
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else {
            throw QueryPlace(range: start..<position).error(
                "\(text.prefix(40)) is not a number.", code: .text)
        }
        return .number(number)
    }
}

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
