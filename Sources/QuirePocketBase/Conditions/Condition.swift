import QuireCore
import QuireEngine
import QuireRemote

/// A condition on records: a tree of comparisons.
typealias Condition = LogicalFilter<ColumnTest>

/// A comparison of a column with a value: `age >= 18`.
struct ColumnTest: Sendable, Hashable {
    enum Operator: Sendable {
        case equal, notEqual, greater, greaterOrEqual, less, lessOrEqual, matches, notMatches
        /// One of many values is equal.
        case someEqual
        /// None of many values is equal. PocketBase writes it like `notEqual`.
        case noneEqual

        /// The operator between two spaces, as PocketBase writes it.
        var text: String {
            switch self {
            case .equal: " = "
            case .notEqual, .noneEqual: " != "
            case .greater: " > "
            case .greaterOrEqual: " >= "
            case .less: " < "
            case .lessOrEqual: " <= "
            case .matches: " ~ "
            case .notMatches: " !~ "
            case .someEqual: " ?= "
            }
        }

        var complement: Operator {
            switch self {
            case .equal: .notEqual
            case .notEqual: .equal
            case .greater: .lessOrEqual
            case .greaterOrEqual: .less
            case .less: .greaterOrEqual
            case .lessOrEqual: .greater
            case .matches: .notMatches
            case .notMatches: .matches
            case .someEqual: .noneEqual
            case .noneEqual: .someEqual
            }
        }

        var isOrder: Bool {
            switch self {
            case .greater, .greaterOrEqual, .less, .lessOrEqual: true
            case .equal, .notEqual, .matches, .notMatches, .someEqual, .noneEqual: false
            }
        }

        /// The operator of a comparison with these standings.
        static func order(_ standings: Standings) -> Operator {
            let includesEqual = standings.contains(.equal)
            return standings.contains(.greater)
                ? (includesEqual ? .greaterOrEqual : .greater) : (includesEqual ? .lessOrEqual : .less)
        }
    }

    var column: String
    var symbol: Operator
    var literal: Literal
    /// Whether the column is a member of JSON, of which a missing one meets no ordering.
    var isMember = false

    /// The exact complement. Columns are never null; a missing member meets neither an ordering nor its opposite.
    var complement: Condition {
        var test = self
        test.symbol = symbol.complement
        guard isMember, symbol.isOrder else { return .test(test) }
        return .any([
            .test(test), .test(ColumnTest(column: column, symbol: .equal, literal: .null, isMember: true)),
        ])
    }
}

extension LogicalFilter<ColumnTest> {
    static func compare(_ column: String, _ symbol: ColumnTest.Operator, to literal: Literal) -> Condition {
        .test(ColumnTest(column: column, symbol: symbol, literal: literal))
    }

    /// The same condition on the record behind a relation, whose column's name and a dot begin the names of its columns.
    func behind(_ path: String) -> Condition {
        switch self {
        case .everything, .nothing: return self
        case .test(var test):
            test.column = path + test.column
            return .test(test)
        case .not(let part): return .not(part.behind(path))
        case .all(let parts): return .all(parts.map { $0.behind(path) })
        case .any(let parts): return .any(parts.map { $0.behind(path) })
        }
    }
}

/// Prints conditions in PocketBase's language, within its limits.
extension LogicalFilter<ColumnTest> {
    /// The largest filter in bytes.
    static var maximumBytes: Int { 3_500 }
    /// The largest number of comparisons.
    static var maximumTests: Int { 200 }

    /// The simplest form that PocketBase can read. It has no negation (`NOT (x)` means `x`), so every comparison in a
    /// complement becomes its own complement.
    var printable: Condition { withoutComplements(\.complement) }

    private var isAll: Bool { if case .all = self { true } else { false } }

    /// The filter's text; `nil` if every record meets the condition.
    ///
    /// - Parameter module: The module's name, for the error.
    /// - Throws: `UnsupportedError` if the filter is larger than PocketBase accepts.
    func text(module: String) throws(UnsupportedError) -> String? {
        func refused(_ node: String, _ hint: String) -> UnsupportedError {
            UnsupportedError(node: node, hint: hint)
        }
        let condition = printable
        if case .everything = condition { return nil }
        if let column = condition.columnRequiredTwice {
            throw refused(
                "two values of \"\(column.prefix { $0 != ":" })\" at once",
                "use a managed collection, sync into a store, or let the client compare with "
                    + ".fallback(.clientSide(maxScanned: 1_000))")
        }
        guard condition.count <= Self.maximumTests else {
            throw refused(
                "a filter of \(condition.count) comparisons on \"\(module)\"",
                "it takes \(Self.maximumTests); ask in several searches, or sync into a store")
        }
        var text = ""
        condition.write(to: &text)
        guard text.utf8.count <= Self.maximumBytes else {
            throw refused(
                "a filter of \(text.utf8.count) bytes on \"\(module)\"",
                "it takes \(Self.maximumBytes) bytes; ask in several searches, or sync into a store")
        }
        return text
    }

    /// A group inside another one gets parentheses. A parenthesis comes first, or after an operator or another
    /// parenthesis: PocketBase drops a word before one.
    private func write(to text: inout String) {
        switch self {
        case .everything: text += "id != ''"
        case .nothing: text += "id = ''"
        case .test(let test):
            text += test.column
            text += test.symbol.text
            text += test.literal.text
        case .not: printable.write(to: &text)
        case .all(let parts), .any(let parts):
            for (position, part) in parts.enumerated() {
                if position > 0 { text += isAll ? " && " : " || " }
                if case .test = part {
                    part.write(to: &text)
                } else {
                    text += "("
                    part.write(to: &text)
                    text += ")"
                }
            }
        }
    }

    /// A column of which two values are required at once: PocketBase would look for both in one value.
    private var columnRequiredTwice: String? {
        switch self {
        case .everything, .nothing, .test, .not: return nil
        case .any(let parts): return parts.lazy.compactMap(\.columnRequiredTwice).first
        case .all(let parts):
            var seen: Set<String> = []
            for part in parts {
                let columns = part.searchedColumns
                if let column = part.columnRequiredTwice ?? columns.first(where: seen.contains) {
                    return column
                }
                seen.formUnion(columns)
            }
            return nil
        }
    }

    /// The columns of which one of many values must be equal.
    private var searchedColumns: Set<String> {
        switch self {
        case .everything, .nothing, .not: []
        case .test(let test): test.symbol == .someEqual ? [test.column] : []
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.searchedColumns) }
        }
    }
}

/// A value in a filter. Only these functions create one, so that no value can become a part of the language.
struct Literal: Sendable, Hashable {
    /// The literal as a part of a filter.
    let text: String

    private init(_ text: String) { self.text = text }

    static let null = Literal("null")
    static let empty = Literal("''")

    static func boolean(_ truth: Bool) -> Literal { Literal(truth ? "true" : "false") }

    static func integer(_ integer: Int64) -> Literal { Literal(String(integer)) }

    static func number(_ number: Double) -> Literal {
        if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 { return .integer(integer) }
        let text = number.description
        // PocketBase does not read exponents outside quotes.
        return Literal(text.utf8.contains(UInt8(ascii: "e")) ? "'\(text)'" : text)
    }

    /// A text in quotes. It must not contain NUL, which PocketBase refuses.
    static func text(_ text: String) -> Literal { Literal("'\(escaped(text, isPattern: false))'") }

    /// A pattern of the search for a part. Anything may come before and after it.
    static func pattern(_ part: String) -> Literal {
        // PocketBase would add `%` at both ends of a pattern without any, so there always is one.
        Literal("'%\(escaped(part, isPattern: true))%'")
    }

    private static func escaped(_ text: String, isPattern: Bool) -> String {
        func isSyntax(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "'"): true
            case UInt8(ascii: "%"), UInt8(ascii: "_"): isPattern
            default: false
            }
        }
        guard text.utf8.contains(where: isSyntax) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isSyntax(byte) {
                // The language reads one pair of backslashes as one, and patterns read another pair.
                let backslashes =
                    byte == UInt8(ascii: "'") ? 1 : isPattern ? byte == UInt8(ascii: "\\") ? 3 : 2 : 1
                bytes += repeatElement(UInt8(ascii: "\\"), count: backslashes)
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A filter for records with one of some ids, which is short enough for a request.
struct IDFilter {
    private(set) var text: String
    private(set) var ids: Set<String>

    /// PocketBase's limits are 3,500 bytes and 200 comparisons, which other conditions may share.
    private static let maximumBytes = 3_300
    private static let maximumIDs = 150

    /// As many filters as the ids need.
    static func filters(of ids: some Sequence<String>) -> [IDFilter] {
        var filters: [IDFilter] = []
        for id in ids {
            let test = "id=\(Literal.text(id).text)"
            if let last = filters.last, last.ids.count < maximumIDs,
                last.text.utf8.count + test.utf8.count + 2 <= maximumBytes
            {
                filters[filters.count - 1].text += "||\(test)"
                filters[filters.count - 1].ids.insert(id)
            } else {
                filters.append(IDFilter(text: test, ids: [id]))
            }
        }
        return filters
    }
}
