/// Whether a field has a value, as conditions on its columns.
struct FieldPresence: Sendable {
    /// Whether the field has a value.
    let present: Condition
    /// Whether the column is empty but a value.
    let isMarked: Condition

    /// - Parameters:
    ///   - column: The field's own column.
    ///   - storage: How the column holds the values.
    ///   - mark: The field's element of `q_has`; `nil` for a field whose empty column is never a value.
    ///   - exact: The name of the column `RecordField.Shadow.exact`; `nil` for a field without it.
    ///   - link: The name of the column `RecordField.Shadow.link`; `nil` for a field without it.
    ///   - isManaged: Whether the collection is managed.
    init(
        column: String, storage: Storage, mark: String?, exact: String?, link: String?, isManaged: Bool
    ) {
        let isMarked =
            mark.map { .test(ColumnName.present, .matches, .pattern($0)) } ?? Condition.nothing
        func own(_ symbol: Condition.Test.Operator, _ literal: Literal) -> Condition {
            .test(column, symbol, literal)
        }
        var isZero: Condition {
            switch storage {
            case .boolean: own(.equal, .boolean(false))
            case .place:
                .all([
                    .test(column + ".lat", .equal, .integer(0)), .test(column + ".lon", .equal, .integer(0)),
                ])
            default: own(.equal, .integer(0))
            }
        }
        let present: Condition =
            switch storage {
            case .json: own(.notEqual, .null)
            case .list, .relations:
                exact.map { .test($0, .notEqual, .empty) }
                    ?? .all([own(.notEqual, .null), own(.notEqual, .text("[]"))])
            case .files, .choices: own(.notEqual, .text("[]"))
            case .file:
                .any(
                    [own(.notEqual, .empty)] + (link.map { [.test($0, .notEqual, .empty)] } ?? [])
                        + [isMarked])
            case .text, .relation, .date: .any([own(.notEqual, .empty), isMarked])
            // In an existing collection these always have a value.
            case .number, .integer, .boolean, .place:
                isManaged ? .any([isZero.negated, isMarked]) : .everything
            }
        self.isMarked = isMarked.printed
        self.present = present.printed
    }
}
