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
        UnsupportedError(node: node, hint: hint)
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

extension LeafCompiler {
    // MARK: - Floating-point numbers

    func number(_ test: EvaluatedTest) -> Condition {
        switch test {
        case .isAny(let operands):
            return Self.any(operands) { operand in
                operand.exactDouble.map { number in
                    let test = own(.equal, .number(number))
                    return number == 0 ? withValue(test) : test
                }
            }
        case .isOrdered(let standings, let operand):
            if let number = operand.exactDouble { return ordered(standings, number) }
        default: break
        }
        guard let range = NumberRange.doubles(test) else { return .nothing }
        var parts: [Condition] = []
        if range.lowerBound > -.infinity { parts.append(own(.greaterOrEqual, .number(range.lowerBound))) }
        if range.upperBound < .infinity { parts.append(own(.lessOrEqual, .number(range.upperBound))) }
        return range.contains(0) ? withValue(.all(parts)) : .all(parts)
    }

    private func ordered(_ standings: Standings, _ number: Double) -> Condition {
        let test = own(.order(standings), .number(number))
        let holdsZero = standings.contains(.greater) ? number < 0 : number > 0
        return holdsZero || (number == 0 && standings.contains(.equal)) ? withValue(test) : test
    }

    // MARK: - Integers

    func integer(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        if case .isAny(let operands) = test {
            return try Self.any(operands) { (operand) throws(UnsupportedError) -> Condition? in
                guard let integer = operand.exactInteger else { return nil }
                if ColumnText.isExact(integer) {
                    let test = own(.equal, .integer(integer))
                    return integer == 0 ? withValue(test) : test
                }
                try checkLarge()
                return beside(.large, .equal, to: .text(OrderKey.hexadecimal(of: integer)))
            }
        }
        guard let range = NumberRange.integers(test) else { return .nothing }
        let bounds = Condition.all([try lower(range.lowerBound), try upper(range.upperBound)])
        return range.contains(0) ? withValue(bounds) : bounds
    }

    private func checkLarge() throws(UnsupportedError) {
        guard !field.isManaged else { return }
        throw refused("PocketBase's numbers are exact within ±2^53 only; use a managed collection")
    }

    // Integers beyond ±2^53 are rounded in the column, but their order keys are exact. The key is empty for others.

    private func lower(_ bound: Int64) throws(UnsupportedError) -> Condition {
        if bound == .min { return .everything }
        if ColumnText.isExact(bound) { return own(.greaterOrEqual, .integer(bound)) }
        try checkLarge()
        let test = beside(.large, .greaterOrEqual, to: .text(OrderKey.hexadecimal(of: bound)))
        return bound > 0 ? test : .any([beside(.large, .equal, to: .empty), test])
    }

    private func upper(_ bound: Int64) throws(UnsupportedError) -> Condition {
        if bound == .max { return .everything }
        if ColumnText.isExact(bound) { return own(.lessOrEqual, .integer(bound)) }
        try checkLarge()
        let test = beside(.large, .lessOrEqual, to: .text(OrderKey.hexadecimal(of: bound)))
        return bound > 0 ? test : .all([beside(.large, .notEqual, to: .empty), test])
    }

    // MARK: - Dates

    func date(_ test: EvaluatedTest) -> Condition {
        DateCondition(column: column, present: present, zero: .all([own(.equal, .empty), field.isMarked]))
            .condition(test)
    }
}

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
