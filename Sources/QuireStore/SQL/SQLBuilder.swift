#if SQLite
/// Builds SQL together with the values of its parameters. Text is always a parameter.
struct SQLBuilder {
    /// What the statement selects first, if many statements select it. `text` follows it.
    let columns: SelectedColumns?
    private(set) var text = ""
    private(set) var values: [SQLValue] = []

    init(_ text: String = "") {
        columns = nil
        self.text = text
    }

    init(selecting columns: SelectedColumns) {
        self.columns = columns
        text.reserveCapacity(400)
    }

    /// The whole statement.
    var sql: String { columns.map { "SELECT \($0.sql)\(text)" } ?? text }

    mutating func append(_ sql: String) { text += sql }

    mutating func append(_ other: SQLBuilder) {
        text += other.columns == nil ? other.text : other.sql
        values += other.values
    }

    mutating func bind(_ value: SQLValue) {
        text += "?"
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
