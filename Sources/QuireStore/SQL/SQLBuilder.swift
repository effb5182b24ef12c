#if SQLite
/// Builds SQL together with the values of its parameters. Text is always a parameter.
struct SQLBuilder {
    private(set) var text: String
    private(set) var values: [SQLValue] = []
    /// Where the values come from.
    private(set) var sources: [ValueSource] = []
    /// The template that has the same SQL; `nil` if there is none.
    private(set) var template: StatementTemplate?

    init(_ text: String = "") { self.text = text }

    /// A template's SQL, with values in the order of its parameters.
    init(_ template: StatementTemplate, _ values: [SQLValue]) {
        text = template.text
        self.values = values
        self.template = template
    }

    mutating func append(_ sql: String) {
        template = nil
        text += sql
    }

    mutating func append(_ other: SQLBuilder) {
        template = nil
        text += other.text
        values += other.values
        sources += other.sources
    }

    mutating func bind(_ value: SQLValue, from source: ValueSource = .fixed) {
        template = nil
        text += "?"
        values.append(value)
        sources.append(source)
    }

    /// The same SQL with other values of the leaves.
    ///
    /// - Parameters:
    ///   - leaves: The values of all leaves.
    ///   - starts: The position of each leaf's first value.
    func filled(_ leaves: [SQLValue], _ starts: [Int]) -> SQLBuilder {
        var filled = self
        for (index, source) in sources.enumerated() {
            if case .leaf(let leaf, let part) = source { filled.values[index] = leaves[starts[leaf] + part] }
        }
        return filled
    }

    /// The same SQL, all of whose values come from one leaf.
    func ofLeaf(_ leaf: Int) -> SQLBuilder {
        var marked = self
        marked.sources = values.indices.map { .leaf(leaf, part: $0) }
        return marked
    }
}

/// Creates SQL from pieces: strings are SQL, and values become parameters.
func compose(_ pieces: SQLPiece...) -> SQLBuilder {
    var builder = SQLBuilder()
    for piece in pieces {
        switch piece {
        case .text(let text): builder.append(text)
        case .value(let value): builder.bind(value)
        case .sourced(let value, let source): builder.bind(value, from: source)
        case .part(let part): builder.append(part)
        }
    }
    return builder
}

enum SQLPiece: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    case text(String)
    case value(SQLValue)
    case sourced(SQLValue, ValueSource)
    case part(SQLBuilder)

    init(stringLiteral value: String) { self = .text(value) }
}

/// A position in a sorted result: the values of a row's sort keys, and its number.
struct Keyset: Equatable {
    var values: [SQLValue]
    var item: Int64
}

/// Which part of a search a statement's value comes from, so that the statement can be filled with the values of
/// another search.
enum ValueSource: Equatable, Sendable {
    /// The value is part of the statement.
    case fixed
    /// One of the values of a leaf of the filters, which are counted from the left. The ids follow as another leaf.
    case leaf(Int, part: Int)
    /// The value of a sort key in the row before the page.
    case key(Int)
    /// The number of the row before the page.
    case item
    case limit, offset
}

/// A statement that differs between searches of one shape only in its values.
///
/// A class, because a connection finds the prepared statement by the template's identity: its text is a kilobyte.
final class StatementTemplate: Sendable {
    let text: String
    private let values: [SQLValue]
    private let sources: [ValueSource]
    private let starts: [Int]

    /// - Parameter starts: The position of each leaf's first value among the values of all leaves.
    /// - Returns: `nil` if a value comes from a leaf whose test was not kept.
    init?(_ sql: SQLBuilder, starts: [Int]) {
        for case .leaf(let leaf, let part) in sql.sources
        where !starts.indices.contains(leaf + 1) || starts[leaf] + part >= starts[leaf + 1] {
            return nil
        }
        text = sql.text
        values = sql.values
        sources = sql.sources
        self.starts = starts
    }

    /// The statement for the values of a search.
    func filled(
        _ leaves: [SQLValue], _ keyset: Keyset? = nil, offset: Int = 0, limit: Int = -1
    ) -> SQLBuilder {
        var values = values
        for (index, source) in sources.enumerated() {
            switch source {
            case .fixed: break
            case .leaf(let leaf, let part): values[index] = leaves[starts[leaf] + part]
            case .key(let key): values[index] = keyset?.values[key] ?? .null
            case .item: values[index] = .integer(keyset?.item ?? 0)
            case .limit: values[index] = .integer(Int64(limit))
            case .offset: values[index] = .integer(Int64(offset))
            }
        }
        return SQLBuilder(self, values)
    }
}

/// A value bound to a parameter of a statement.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLValue: CustomStringConvertible {
    /// The value in SQL syntax; only for people to read, never executed.
    var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .text(let value):
            "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        case .blob(let bytes):
            "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        }
    }
}
#endif
