import QuireCore
import QuireEngine
import QuireRemote

/// Compiles all conditions of a search to one filter: filters, relations, ids, tags.
struct FilterCompiler {
    let layout: CollectionLayout
    let search: IndexedSearch
    /// The collections of related modules.
    let layouts: CollectionLayouts
    /// The relations to the records that are tested, each with a dot: `author.publisher.`
    var path = ""

    /// Writes all conditions.
    func write(to filter: inout FilterPrinter) throws -> FilterPrinter.Written {
        var group = filter.begin(isAll: true)
        for part in search.filters {
            let place = filter.beginPart(of: group)
            filter.endPart(of: &group, place, try write(part, to: &filter))
        }
        for condition in try others() {
            let place = filter.beginPart(of: group)
            filter.endPart(of: &group, place, filter.write(condition))
        }
        return filter.end(group)
    }

    /// The conditions that are not filters.
    private func others() throws(UnsupportedError) -> [Condition] {
        var parts: [Condition] = []
        for (field, ids) in search.related {
            let compiler = try leafCompiler(field, leaf: nil)
            parts.append(
                try ids.map { ids throws(UnsupportedError) in
                    try compiler.condition(.isAny(of: .many(ids.map(EvaluatedValue.text))))
                } ?? compiler.present)
        }
        if let ids = search.request.ids { parts.append(Self.ids(ids)) }
        if let segment = search.request.segment, !segment.tags.isEmpty {
            guard layout.isManaged else {
                throw UnsupportedError(
                    engine: PocketBaseConnection.engineName, node: "a segment of tags",
                    hint: "its records have no tags; use a managed collection, or a filter on a field")
            }
            let tags = segment.tags.map { tag in
                Condition.test(
                    ColumnName.metadata + ".t", .matches,
                    .pattern(SearchedText.joined([StoredMetadata.key(name: tag.name, value: tag.value)])))
            }
            parts.append(segment.mode == .total ? .all(tags) : .any(tags))
        }
        return parts
    }

    /// The records with one of some ids.
    static func ids(_ ids: [String]) -> Condition {
        // No id is empty or has a NUL.
        .any(
            ids.filter { !$0.isEmpty && !$0.utf8.contains(0) }.map {
                .test(ColumnName.id, .equal, .text($0))
            })
    }

    private func write(
        _ filter: IndexedFilter, to text: inout FilterPrinter
    ) throws -> FilterPrinter.Written {
        switch filter {
        case .filter(let filter, let fields): return try write(filter, fields, to: &text)
        case .paths(let field, _, _):
            // Capabilities are checked first: facets are unsupported.
            throw UnsupportedError(
                engine: PocketBaseConnection.engineName, node: "a path of \"\(field.descriptor.name)\"",
                hint: "it has no facets; sync into a store")
        }
    }

    private func write(
        _ filter: Filter, _ fields: IndexedFields, to text: inout FilterPrinter
    ) throws -> FilterPrinter.Written {
        switch filter {
        case .and(let operands): return try write(operands, isAll: true, fields, to: &text)
        case .or(let operands): return try write(operands, isAll: false, fields, to: &text)
        case .any(let step, let operand):
            return try write(step, operand, isNegated: false, fields, to: &text)
        case .none(let step, let operand):
            return try write(step, operand, isNegated: true, fields, to: &text)
        case .leaf(let leaf):
            let test = try fields.test(leaf)
            let field = test.field
            let condition =
                field.isMetadata
                ? try MetadataCompiler(field: field, leaf: leaf, isManaged: layout.isManaged)
                    .condition(test.test)
                : try leafCompiler(field, leaf: leaf).condition(test.test)
            return text.write(condition.behind(path), isNegated: test.isNegated)
        }
    }

    /// Writes whether a condition holds, or does not hold, on the one record that a relation names.
    ///
    /// ```text
    /// author.id != '' && author.name = 'Jane Austen'
    /// author.id = '' || author.name != 'Jane Austen'
    /// ```
    /// PocketBase joins the record, whose columns are null if there is none. The test of the id makes sure that these are
    /// not taken for values. In a managed collection, a relation may be a text, which cannot be followed.
    private func write(
        _ step: RelationStep, _ operand: Filter, isNegated: Bool, _ fields: IndexedFields,
        to text: inout FilterPrinter
    ) throws -> FilterPrinter.Written {
        guard !layout.isManaged, !step.isReverse, let field = fields[step.relation],
            let record = layout.field(field), record.isLegal, record.storage == .relation
        else { throw UnsupportedError(engine: PocketBaseConnection.engineName, across: step) }
        let related = layouts[step.module]
        let compiler = FilterCompiler(
            layout: related, search: search, layouts: layouts, path: path + record.column + ".")
        var group = text.begin(isAll: !isNegated)
        let exists = text.beginPart(of: group)
        let id = Condition.test(ColumnName.id, .notEqual, .empty).behind(compiler.path)
        text.endPart(of: &group, exists, text.write(id, isNegated: isNegated))
        let place = text.beginPart(of: group)
        let written = try compiler.write(
            isNegated ? operand.negated() : operand, related.module.testedValues, to: &text)
        text.endPart(of: &group, place, written)
        return text.end(group)
    }

    private func write(
        _ parts: [Filter], isAll: Bool, _ fields: IndexedFields, to text: inout FilterPrinter
    ) throws -> FilterPrinter.Written {
        var group = text.begin(isAll: isAll)
        for part in parts {
            let place = text.beginPart(of: group)
            text.endPart(of: &group, place, try write(part, fields, to: &text))
        }
        return text.end(group)
    }

    private func leafCompiler(
        _ field: IndexedField, leaf: Filter.Leaf?
    ) throws(UnsupportedError) -> LeafCompiler {
        guard let record = layout.field(field), record.isLegal else {
            throw UnsupportedError(
                engine: PocketBaseConnection.engineName, node: "a filter on \"\(field.descriptor.name)\"",
                hint: "PocketBase has no fields of such a name; rename it, or use a managed collection")
        }
        return LeafCompiler(field: record, leaf: leaf)
    }
}
