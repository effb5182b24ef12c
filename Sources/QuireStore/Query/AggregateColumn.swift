#if SQLite
import QuireCore
import QuireEngine

/// The column that an aggregate reads.
struct AggregateColumn {
    /// The column of a value, or of a list's smallest element.
    let column: String
    let isInTextTable: Bool
    /// The number of the row, which the tables of lists refer to.
    let item: String
    /// The table of a list's elements.
    let side: String?

    /// - Parameters:
    ///   - layout: The module that has the property.
    ///   - names: The names of the module's tables in the statement.
    init(
        _ property: AggregateFunction.Property, _ layout: ModuleLayout,
        in names: (narrow: String, text: String) = ("m", "t")
    ) throws {
        let (name, isMetadata) = property.nameAndPlace
        guard let field = isMetadata ? MetadataColumns.fields[name] : layout.field(name) else {
            throw QueryError(
                .unknownProperty, module: layout.module.name, node: "\"\(name)\" in the aggregates",
                expected: "a field that the store holds")
        }
        // A list and a point also have columns in the narrow table.
        let narrow = field.smallest ?? field.latitude
        isInTextTable = narrow == nil && !field.storage.isNarrow
        column = "\(isInTextTable ? names.text : names.narrow).\(SQLite.quoted(narrow ?? field.column))"
        item = "\(names.narrow).item"
        side = field.elements
    }

    /// Whether a function needs all elements of a list. The others need its smallest element.
    func readsElements(for function: AggregateFunction) -> Bool {
        guard side != nil else { return false }
        return switch function {
        case .countDistinct, .maximum: true
        case .count, .countValues, .sum, .average, .minimum: false
        }
    }
}

extension FieldLayout {
    /// The table of a list's elements, with the columns `item` and `value`. A value of several listed objects occurs several
    /// times.
    fileprivate var elements: String? {
        guard let objects else { return side.map(SQLite.quoted) }
        let value = SQLite.quoted(column)
        return "(SELECT item, \(value) AS value FROM \(SQLite.quoted(objects)) WHERE \(value) IS NOT NULL)"
    }
}

extension AggregateFunction {
    /// The function of a value in SQL.
    ///
    /// - Parameters:
    ///   - index: The position of the function, for errors.
    ///   - kind: The kind of the result.
    func sql(of value: String, _ index: Int, _ kind: FieldKind) -> String {
        switch self {
        case .count: "count(*)"
        case .countValues: "count(\(value))"
        case .countDistinct: "count(DISTINCT \(value))"
        // NULL becomes 0, an integer or a number.
        case .sum:
            "coalesce(quire_sum(\(value), \(index)), \([.integer, .scalar(.integer)].contains(kind) ? "0" : "0.0"))"
        case .average: "quire_average(\(value), \(index))"
        case .minimum: "min(\(value))"
        case .maximum: "max(\(value))"
        }
    }
}

extension AggregateCondition.Comparison {
    var sql: String {
        switch self {
        case .equal: "="
        case .atLeast: ">="
        case .atMost: "<="
        case .lessThan: "<"
        case .moreThan: ">"
        }
    }
}

extension SortOrder {
    var sql: String { self == .descending ? " DESC" : "" }
}

extension FilterValue {
    /// The value as a parameter.
    var sqlValue: SQLValue {
        switch self {
        case .null, .list, .field: .null
        case .string(let text): .text(text)
        case .integer(let number), .date(let number): .integer(number)
        case .number(let number): .real(number)
        case .boolean(let truth): .integer(truth ? 1 : 0)
        }
    }
}
#endif
