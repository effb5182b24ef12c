#if SQLite
extension Ordering {
    /// A part of the result that one index range provides.
    struct Segment {
        /// `nil` means the whole result.
        var condition: SQLBuilder?
        var order: String
    }

    /// The parts of the result after a position, in order.
    ///
    /// SQL has no comparison that includes NULL in the sort order, and an OR with IS NULL would prevent using the
    /// index. Therefore the rows with and without a first key are two parts, each a range of the index.
    func segments(after keyset: Keyset?) -> [Segment] {
        guard let keyset else { return [Segment(condition: nil, order: clause())] }
        guard let first = terms.first, let value = keyset.values.first else {
            return [Segment(condition: rest(from: 0, keyset), order: clause())]
        }
        if value == .null {
            let nulls = Segment(
                condition: compose("\(first.column) IS NULL AND ", .part(rest(from: 1, keyset))),
                order: clause(skippingFirst: true))
            guard first.putsNullsFirst else { return [nulls] }
            return [nulls, Segment(condition: SQLBuilder("\(first.column) IS NOT NULL"), order: clause())]
        }
        let after: SQLBuilder
        let sign = first.isDescending ? "<" : ">"
        if terms.count == 1 {
            after = compose(
                "(\(first.column), m.item) \(sign) (", .sourced(value, .key(0)), ", ",
                .sourced(.integer(keyset.item), .item), ")"
            )
        } else {
            after = compose(
                "\(first.column) \(sign)= ", .sourced(value, .key(0)), " AND (\(first.column) \(sign) ",
                .sourced(value, .key(0)), " OR ", .part(rest(from: 1, keyset)), ")")
        }
        let values = Segment(condition: after, order: clause())
        if first.putsNullsFirst { return [values] }
        return [
            values,
            Segment(condition: SQLBuilder("\(first.column) IS NULL"), order: clause(skippingFirst: true)),
        ]
    }

    /// Among rows with equal keys before the index: those after the position.
    private func rest(from index: Int, _ keyset: Keyset) -> SQLBuilder {
        guard index < terms.count else {
            return compose(
                "m.item \(tieIsDescending ? "<" : ">") ", .sourced(.integer(keyset.item), .item))
        }
        let term = terms[index]
        let value = keyset.values[index]
        let rest = rest(from: index + 1, keyset)
        if value == .null {
            return term.putsNullsFirst
                ? compose("(\(term.column) IS NOT NULL OR ", .part(rest), ")")
                : compose("(\(term.column) IS NULL AND ", .part(rest), ")")
        }
        let source = ValueSource.key(index)
        var condition = compose(
            "(\(term.column) \(term.isDescending ? "<" : ">") ", .sourced(value, source), " OR ")
        if !term.putsNullsFirst { condition.append("\(term.column) IS NULL OR ") }
        condition.append(compose("(\(term.column) = ", .sourced(value, source), " AND ", .part(rest), "))"))
        return condition
    }
}
#endif
