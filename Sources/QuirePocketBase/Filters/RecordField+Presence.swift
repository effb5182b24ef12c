import QuireRemote

/// Whether a field has a value, as conditions on its columns.
extension RecordField {
    /// Whether the field has a value.
    var present: Condition {
        switch storage {
        case .json: own(.notEqual, .null)
        case .list, .relations:
            shadows.contains(.exact)
                ? .compare(name(of: .exact), .notEqual, to: .empty)
                : .all([own(.notEqual, .null), own(.notEqual, .text("[]"))])
        case .files, .choices: own(.notEqual, .text("[]"))
        case .file:
            .any([
                own(.notEqual, .empty), isMarked,
                shadows.contains(.link) ? .compare(name(of: .link), .notEqual, to: .empty) : .nothing,
            ])
        case .text, .relation, .date: .any([own(.notEqual, .empty), isMarked])
        // In an existing collection these always have a value.
        case .number, .integer, .boolean, .place: isManaged ? .any([.not(isZero), isMarked]) : .everything
        }
    }

    /// Whether the column is empty but a value.
    var isMarked: Condition {
        marksZero ? .compare(ColumnName.present, .matches, to: .pattern(mark)) : .nothing
    }

    private var isZero: Condition {
        switch storage {
        case .boolean: own(.equal, .boolean(false))
        case .place:
            .all([
                .compare(column + ".lat", .equal, to: .integer(0)),
                .compare(column + ".lon", .equal, to: .integer(0)),
            ])
        default: own(.equal, .integer(0))
        }
    }

    private func own(_ symbol: ColumnTest.Operator, _ literal: Literal) -> Condition {
        .compare(column, symbol, to: literal)
    }
}
