import QuireCore
import QuireEngine
import QuireRemote

/// Compiles a condition on metadata: the id and the server's dates are columns, the rest are members of `q_meta`.
struct MetadataCompiler {
    let field: IndexedField
    let leaf: Filter.Leaf
    let isManaged: Bool

    func condition(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        switch field.descriptor.name {
        case "id": return try id(test)
        case "createdAt": return DateCondition.ofServer(ColumnName.created).condition(test)
        case "updatedAt": return DateCondition.ofServer(ColumnName.updated).condition(test)
        default: break
        }
        guard isManaged else {
            throw refused(
                "its records have no such metadata; use a managed collection, or a field of the module")
        }
        if case .hasNoValue = test { return member(.equal, .null) }
        return field.comparison == .text ? try text(test) : integer(test)
    }

    private func refused(_ hint: String) -> UnsupportedError {
        UnsupportedError(node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"", hint: hint)
    }

    private func member(_ symbol: ColumnTest.Operator, _ literal: Literal) -> Condition {
        .test(
            ColumnTest(
                column: "\(ColumnName.metadata).\(field.descriptor.name)", symbol: symbol, literal: literal,
                isMember: true))
    }

    // MARK: - Ids

    private func id(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        switch test {
        case .hasNoValue: return .nothing
        case .isAny(let operands): return FilterCompiler.ids(operands.compactMap(\.text))
        case .isOrdered(let standings, let operand):
            return .compare(ColumnName.id, .order(standings), to: .text(try comparable(operand.text ?? "")))
        case .isBetween(let lower, let upper):
            return .all([
                .compare(ColumnName.id, .greaterOrEqual, to: .text(try comparable(lower.text ?? ""))),
                .compare(ColumnName.id, .lessOrEqual, to: .text(try comparable(upper.text ?? ""))),
            ])
        case .hasPrefix(let part):
            return part.isEmpty
                ? .everything : .beginning(with: try comparable(part), in: ColumnName.id)
        default: throw refused("PocketBase ignores the case of ids here; compare with = or in")
        }
    }

    private func comparable(_ text: String) throws(UnsupportedError) -> String {
        if text.utf8.contains(0) { throw refused("PocketBase cannot look for a NUL character") }
        return text
    }

    // MARK: - Members

    /// Texts begin with `=`, so that none is empty.
    private func text(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        switch test {
        case .isAny(let operands):
            var any: [Condition] = []
            for text in operands.compactMap(\.text) {
                any.append(member(.equal, .text("=" + (try comparable(text)))))
            }
            return .any(any)
        case .isOrdered(let standings, let operand):
            return member(.order(standings), .text("=" + (try comparable(operand.text ?? ""))))
        case .isBetween(let lower, let upper):
            return .all([
                member(.greaterOrEqual, .text("=" + (try comparable(lower.text ?? "")))),
                member(.lessOrEqual, .text("=" + (try comparable(upper.text ?? "")))),
            ])
        default:
            throw refused(
                "PocketBase cannot look for parts of metadata; compare with = or in, or use a field of the module"
            )
        }
    }

    private func integer(_ test: EvaluatedTest) -> Condition {
        if case .isAny(let operands) = test {
            return .any(
                operands.compactMap(\.exactInteger).filter(ColumnText.isExact).map {
                    member(.equal, .integer($0))
                })
        }
        // Only integers within ±2^53 are stored.
        let largest: Int64 = (1 << 53) - 1
        guard let range = NumberRange.integers(test), range.overlaps(-largest...largest) else {
            return .nothing
        }
        var parts: [Condition] = []
        if range.lowerBound > -largest { parts.append(member(.greaterOrEqual, .integer(range.lowerBound))) }
        if range.upperBound < largest { parts.append(member(.lessOrEqual, .integer(range.upperBound))) }
        return parts.isEmpty ? member(.notEqual, .null) : .all(parts)
    }
}

/// Conditions on a column of dates, whose texts sort as the dates do. An empty text is smaller than all.
struct DateCondition {
    let column: String
    let present: Condition
    /// Whether the value is the first moment of year 1, for which the column is empty.
    let zero: Condition

    /// The column of a date that the server sets in every record.
    static func ofServer(_ column: String) -> DateCondition {
        DateCondition(
            column: column, present: .compare(column, .notEqual, to: .empty),
            zero: .compare(column, .equal, to: .text(RecordDate.text(RecordDate.zero))))
    }

    func condition(_ test: EvaluatedTest) -> Condition {
        let held = RecordDate.held
        switch test {
        case .hasNoValue: return .not(present)
        case .isAny(let operands):
            return LeafCompiler.any(operands) { operand in
                guard let date = operand.exactInteger, held.contains(date) else { return nil }
                return date == RecordDate.zero
                    ? zero : .compare(column, .equal, to: .text(RecordDate.text(date)))
            }
        default: break
        }
        guard let range = NumberRange.integers(test), range.overlaps(held) else { return .nothing }
        if range.upperBound == RecordDate.zero { return zero }
        var parts: [Condition] = []
        if range.lowerBound > held.lowerBound {
            parts.append(.compare(column, .greaterOrEqual, to: .text(RecordDate.text(range.lowerBound))))
        } else {
            parts.append(present)
        }
        if range.upperBound < held.upperBound {
            parts.append(.compare(column, .lessOrEqual, to: .text(RecordDate.text(range.upperBound))))
        }
        return .all(parts)
    }
}
