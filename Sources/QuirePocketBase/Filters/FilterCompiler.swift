import QuireCore
import QuireEngine
import QuireRemote

/// Compiles all conditions of a search to one: filters, relations, ids, tags.
struct FilterCompiler {
    let layout: CollectionLayout
    let search: IndexedSearch
    /// The collections of related modules.
    let layouts: CollectionLayouts

    func condition() throws -> Condition {
        var parts = try search.filters.map(condition)
        for (field, ids) in search.related {
            let compiler = try leafCompiler(field, leaf: nil)
            parts.append(
                try ids.map { try compiler.condition(.isAny(of: .many($0.map(EvaluatedValue.text)))) }
                    ?? compiler.field.present)
        }
        if let ids = search.request.ids { parts.append(Self.ids(ids)) }
        if let segment = search.request.segment, !segment.tags.isEmpty { parts.append(try tags(of: segment)) }
        return .all(parts)
    }

    /// The records with one of some ids.
    static func ids(_ ids: [String]) -> Condition {
        // No id is empty or has a NUL.
        .any(
            ids.filter { !$0.isEmpty && !$0.utf8.contains(0) }
                .map { .compare(ColumnName.id, .equal, to: .text($0)) })
    }

    private func tags(of segment: Segment) throws(UnsupportedError) -> Condition {
        guard layout.isManaged else {
            throw UnsupportedError(
                node: "a segment of tags",
                hint: "its records have no tags; use a managed collection, or a filter on a field")
        }
        let tags = segment.tags.map { tag in
            Condition.compare(
                ColumnName.metadata + ".t", .matches,
                to: .pattern(SearchedText.joined([StoredMetadata.key(name: tag.name, value: tag.value)])))
        }
        return segment.mode == .total ? .all(tags) : .any(tags)
    }

    private func condition(_ filter: IndexedFilter) throws -> Condition {
        switch filter {
        case .filter(let filter, let fields): return try condition(filter, over: fields)
        case .paths(let field, _, _):
            // Capabilities are checked first: facets are unsupported.
            throw UnsupportedError(
                node: "a path of \"\(field.descriptor.name)\"", hint: "it has no facets; sync into a store")
        }
    }

    private func condition(_ filter: Filter, over fields: IndexedFields) throws -> Condition {
        try Condition(
            filter, over: fields, related: { try related(fields[$0.relation], by: $0, $1) },
            leaf: { test, leaf in
                let condition =
                    test.field.isMetadata
                    ? try MetadataCompiler(field: test.field, leaf: leaf, isManaged: layout.isManaged)
                        .condition(test.test)
                    : try leafCompiler(test.field, leaf: leaf).condition(test.test)
                return condition.negated(if: test.isNegated)
            })
    }

    /// Whether a condition holds on the one record that a relation names.
    ///
    /// ```text
    /// author.id != '' && author.name = 'Jane Austen'
    /// ```
    /// PocketBase joins the record, whose columns are null if there is none. The test of the id makes sure that these are
    /// not taken for values. In a managed collection, a relation may be a text, which cannot be followed.
    private func related(
        _ field: IndexedField?, by step: RelationStep, _ operand: Filter
    ) throws -> Condition {
        guard !layout.isManaged, !step.isReverse, let record = field.flatMap(layout.field), record.isLegal,
            record.storage == .relation
        else { throw UnsupportedError(engine: PocketBaseConnection.engineName, across: step) }
        let related = layouts[step.module]
        let compiler = FilterCompiler(layout: related, search: search, layouts: layouts)
        let condition = try compiler.condition(operand, over: related.module.testedValues)
        return .all([.compare(ColumnName.id, .notEqual, to: .empty), condition]).behind(record.column + ".")
    }

    private func leafCompiler(
        _ field: IndexedField, leaf: Filter.Leaf?
    ) throws(UnsupportedError) -> LeafCompiler {
        guard let record = layout.field(field), record.isLegal else {
            throw UnsupportedError(
                node: "a filter on \"\(field.descriptor.name)\"",
                hint: "PocketBase has no fields of such a name; rename it, or use a managed collection")
        }
        return LeafCompiler(field: record, leaf: leaf)
    }
}
