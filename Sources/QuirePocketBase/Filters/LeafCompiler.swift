import QuireCore
import QuireEngine
import QuireRemote

/// Compiles a condition on a field to an equivalent one on columns, or throws an error if that is impossible.
struct LeafCompiler {
    let field: RecordField
    /// The condition as the user wrote it, for errors. `nil` for the ids of a relation.
    let leaf: Filter.Leaf?

    var column: String { field.column }

    /// A positive test. Its complement is the condition's.
    func condition(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        switch test {
        case .hasNoValue: return .not(present)
        case .isNear:
            throw refused("use within, a box, which is exact; or filter the items after they are fetched")
        case .isWithin(let box): return try within(box)
        default: break
        }
        if field.indexed.isList { return try list(test) }
        switch field.storage {
        case .text, .relation: return try text(test)
        case .number: return number(test)
        case .integer: return try integer(test)
        case .boolean: return truth(test)
        case .date: return date(test)
        case .file: throw refused("a file has a name that only the server knows; test whether there is one")
        case .place, .json, .relations, .files, .choices, .list: return .nothing
        }
    }

    func refused(_ hint: String) -> UnsupportedError {
        UnsupportedError(engine: PocketBaseConnection.engineName, node: node, hint: hint)
    }

    private var node: String {
        leaf.map { "\($0.operation.rawValue) on \"\($0.property)\"" }
            ?? "related \"\(field.descriptor.name)\""
    }

    /// Whether the condition on any of the operands holds. An operand without one meets nothing.
    static func any<Failure>(
        _ operands: Operands, _ condition: (EvaluatedValue) throws(Failure) -> Condition?
    ) throws(Failure) -> Condition {
        var conditions: [Condition] = []
        for operand in operands {
            if let condition = try condition(operand) { conditions.append(condition) }
        }
        return .any(conditions)
    }

    func own(_ symbol: ColumnTest.Operator, _ literal: Literal) -> Condition {
        .compare(column, symbol, to: literal)
    }

    func beside(
        _ shadow: RecordField.Shadow, _ symbol: ColumnTest.Operator, to literal: Literal
    ) -> Condition {
        .compare(field.name(of: shadow), symbol, to: literal)
    }

    // MARK: - Presence

    /// Whether the field has a value.
    var present: Condition { field.present }

    /// Adds that there is a value to a condition that an empty column meets.
    func withValue(_ condition: Condition) -> Condition {
        .all([condition, present])
    }

    // MARK: - Others

    private func truth(_ test: EvaluatedTest) -> Condition {
        guard case .isAny(let operands) = test else { return .nothing }
        return Self.any(operands) { operand in
            operand.truth.map { truth in
                let test = own(.equal, .boolean(truth))
                return truth ? test : withValue(test)
            }
        }
    }

    private func within(_ box: GeoBox) throws(UnsupportedError) -> Condition {
        guard field.storage == .place else {
            throw refused(
                "it is exact for a field of one place only; filter the items after they are fetched")
        }
        guard box.south <= box.north else { return .nothing }
        let (latitude, longitude) = (column + ".lat", column + ".lon")
        let west = Condition.compare(longitude, .greaterOrEqual, to: .number(box.west))
        let east = Condition.compare(longitude, .lessOrEqual, to: .number(box.east))
        let inside = Condition.all([
            .compare(latitude, .greaterOrEqual, to: .number(box.south)),
            .compare(latitude, .lessOrEqual, to: .number(box.north)),
            box.west <= box.east ? .all([west, east]) : .any([west, east]),
        ])
        let holdsZero =
            box.south <= 0 && box.north >= 0
            && (box.west <= box.east ? box.west <= 0 && box.east >= 0 : box.west <= 0 || box.east >= 0)
        return holdsZero ? withValue(inside) : inside
    }
}

extension EvaluatedValue {
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var truth: Bool? {
        if case .boolean(let truth) = self { truth } else { nil }
    }
}
