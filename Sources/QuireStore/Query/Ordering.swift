#if SQLite
import QuireCore
import QuireEngine

/// The sort order of a request as columns. The row's number comes last, so that no two rows are equal.
struct Ordering {
    struct Term {
        /// The column with its table, for example `m."v_age"`.
        let column: String
        let isDescending: Bool
        let putsNullsFirst: Bool
        let isIndexed: Bool
    }

    let terms: [Term]
    let usesTextTable: Bool
    /// The joins with the related items that the sort keys need.
    let joins: String

    init(
        _ request: SearchRequest, _ layout: ModuleLayout, among layouts: [String: ModuleLayout] = [:]
    ) throws {
        var terms: [Term] = []
        var usesTextTable = false
        var related = RelatedJoins(layouts, for: "the sort")
        for key in request.sort {
            let (name, isMetadata) = key.property.nameAndPlace
            let owner = try related.layout(behind: key.steps, from: layout)
            let table = isMetadata ? FieldTable.metadata : owner.module.fields
            guard !isMetadata || key.steps.isEmpty, let descriptor = table[path: name],
                let field = isMetadata ? MetadataColumns.fields[name] : owner.field(name)
            else {
                throw QueryError(
                    .unknownProperty, module: layout.module.name, node: "\"\(key.joinedName)\" in the sort",
                    expected: key.steps.isEmpty
                        ? "a field of the module or a key of its metadata"
                        : "a field of \(owner.module.name)")
            }
            switch descriptor.kind.comparison {
            case .nothing, .place:
                throw QueryError(
                    .incompatibleOperation, module: layout.module.name,
                    node: "sort by \"\(key.joinedName)\"", expected: "a field whose values have an order")
            case .text, .number, .date, .boolean: break
            }
            // A list is sorted by its smallest element.
            let column = field.smallest ?? field.column
            let isNarrow = field.smallest != nil || field.storage.isNarrow
            var names = (narrow: "m", text: "t")
            if !key.steps.isEmpty {
                names = try related.join(key.steps, from: layout, usesText: !isNarrow)
            } else if !isNarrow {
                usesTextTable = true
            }
            let isDescending = key.order == .descending
            terms.append(
                Term(
                    column: "\(isNarrow ? names.narrow : names.text).\(SQLite.quoted(column))",
                    isDescending: isDescending,
                    putsNullsFirst: (key.nulls ?? (isDescending ? .last : .first)) == .first,
                    isIndexed: isNarrow && key.steps.isEmpty
                        && (name == "id" || layout.indexes.contains { $0.side == nil && $0.column == column })
                ))
        }
        self.terms = terms
        self.usesTextTable = usesTextTable
        joins = related.sql
    }

    /// The row's number has the same direction as the last key, so that one index supports both.
    var tieIsDescending: Bool { terms.last?.isDescending ?? false }

    /// Whether an index provides the rows in order, so that only the necessary rows are read.
    var isIndexed: Bool { terms.count <= 1 && (terms.first?.isIndexed ?? true) }

    /// The ORDER BY clause, with all keys or with those after the first.
    func clause(skippingFirst: Bool = false) -> String {
        var clause = " ORDER BY "
        for term in skippingFirst ? terms.dropFirst() : terms[...] {
            clause += term.column
            if term.isDescending { clause += " DESC" }
            if term.putsNullsFirst == term.isDescending {
                clause += term.putsNullsFirst ? " NULLS FIRST" : " NULLS LAST"
            }
            clause += ", "
        }
        clause += tieIsDescending ? "m.item DESC" : "m.item"
        return clause
    }
}

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
