#if SQLite
/// Builds SQL together with the values of its parameters. Text is always a parameter.
struct SQLBuilder {
    /// What the statement selects first, if many statements select it. `rest` follows it.
    let columns: SelectedColumns?
    /// The SQL after the columns; all of it without them.
    private(set) var rest = ""
    private(set) var values: [SQLValue] = []

    init(_ text: String = "") {
        columns = nil
        rest = text
    }

    init(selecting columns: SelectedColumns) {
        self.columns = columns
        rest.reserveCapacity(400)
    }

    /// The whole SQL.
    var text: String { columns.map { "SELECT \($0.sql)\(rest)" } ?? rest }

    mutating func append(_ sql: String) { rest += sql }

    mutating func append(_ other: SQLBuilder) {
        rest += other.text
        values += other.values
    }

    mutating func bind(_ value: SQLValue) {
        rest += "?"
        values.append(value)
    }
}

/// Creates SQL from pieces: strings are SQL, and values become parameters.
func compose(_ pieces: SQLPiece...) -> SQLBuilder {
    var builder = SQLBuilder()
    for piece in pieces {
        switch piece {
        case .text(let text): builder.append(text)
        case .value(let value): builder.bind(value)
        case .part(let part): builder.append(part)
        }
    }
    return builder
}

enum SQLPiece: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    case text(String)
    case value(SQLValue)
    case part(SQLBuilder)

    init(stringLiteral value: String) { self = .text(value) }
}
#endif
