#if SQLite
/// A place in an ordered result: the sort keys' values of a row, and its number.
struct Keyset: Equatable {
    var values: [SQLValue]
    var item: Int64
}

extension Ordering {
    /// A stretch of the result that one index range serves.
    struct Segment {
        /// `nil`: the whole.
        var condition: SQLBuilder?
        var order: String
    }

    /// The stretches of the result after a place, in order.
    ///
    /// SQL has no comparison that puts NULL in its place, and an OR with IS NULL would cost the index. So the rows
    /// with and without a first key are two stretches, each a range of the index.
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
                "(\(first.column), m.item) \(sign) (", .value(value), ", ", .value(.integer(keyset.item)), ")"
            )
        } else {
            after = compose(
                "\(first.column) \(sign)= ", .value(value), " AND (\(first.column) \(sign) ", .value(value),
                " OR ",
                .part(rest(from: 1, keyset)), ")")
        }
        let values = Segment(condition: after, order: clause())
        if first.putsNullsFirst { return [values] }
        return [
            values,
            Segment(condition: SQLBuilder("\(first.column) IS NULL"), order: clause(skippingFirst: true)),
        ]
    }

    /// Among rows that are equal in the keys before the index: those after the place.
    private func rest(from index: Int, _ keyset: Keyset) -> SQLBuilder {
        guard index < terms.count else {
            return compose("m.item \(tieIsDescending ? "<" : ">") ", .value(.integer(keyset.item)))
        }
        let term = terms[index]
        let value = keyset.values[index]
        let rest = rest(from: index + 1, keyset)
        if value == .null {
            return term.putsNullsFirst
                ? compose("(\(term.column) IS NOT NULL OR ", .part(rest), ")")
                : compose("(\(term.column) IS NULL AND ", .part(rest), ")")
        }
        var condition = compose("(\(term.column) \(term.isDescending ? "<" : ">") ", .value(value), " OR ")
        if !term.putsNullsFirst { condition.append("\(term.column) IS NULL OR ") }
        condition.append(compose("(\(term.column) = ", .value(value), " AND ", .part(rest), "))"))
        return condition
    }
}
#endif
