import QuireCore
import QuireEngine
import QuireRemote

/// Compiles all conditions of a search to one clause: filters, relations, ids, segments.
struct FilterCompiler {
    let search: IndexedSearch
    let state: IndexState
    let meaning: Meaning
    let features: OpenSearchFeatures
    let use = MeaningUse()

    /// All conditions except the refinements of facets and the full-text search.
    func clause() throws -> Clause {
        let request = search.request
        var clauses = try search.filters.map(clause)
        for (field, ids) in search.related {
            let form = state.form(of: field)
            guard let ids else {
                clauses.append(form.presence)
                continue
            }
            try checkCount(ids, "related")
            let test = EvaluatedTest.isAny(of: .many(ids.map(EvaluatedValue.text)))
            clauses.append(try leaf(field, form, nil).clause(test))
        }
        if let ids = request.ids {
            try checkCount(ids, "ids")
            clauses.append(
                state.existing == nil
                    ? .terms(LayoutField.id, ids.map { .string(TextKey.encoded($0)) }) : .ids(ids))
        }
        if let segment = request.segment, !segment.tags.isEmpty {
            guard state.existing == nil else {
                throw UnsupportedError(
                    engine: ClusterConnection.engineName, node: "a segment",
                    hint: ExistingIndex.ways("an index that Quire did not prepare has no tags"))
            }
            let tags = segment.tags.map { Clause.term(LayoutField.tags, .string($0.indexed)) }
            clauses.append(segment.mode == .total ? .all(tags) : .any(tags))
        }
        return .all(clauses)
    }

    func clause(_ filter: IndexedFilter) throws -> Clause {
        switch filter {
        case .filter(let filter, let fields):
            return try clause(filter, over: fields, in: nil)
        case .paths(let field, let paths, let isNegated):
            guard case .derived = state.form(of: field) else {
                throw UnsupportedError(
                    engine: ClusterConnection.engineName, node: "a path of \"\(field.descriptor.name)\"",
                    hint: ExistingIndex.ways("the index has no paths above a value"))
            }
            guard !paths.contains(where: TextKey.isLong) else {
                throw UnsupportedError(
                    engine: ClusterConnection.engineName, node: "a path of \"\(field.descriptor.name)\"",
                    hint: "choose a path of at most \(TextKey.limit) bytes")
            }
            return Clause.terms(field.name(of: .path), paths.map { .string(TextKey.encoded($0)) })
                .negated(if: isNegated)
        }
    }

    func leaf(
        _ field: IndexedField, _ form: FieldForm, _ leaf: Filter.Leaf?, of scope: String? = nil
    ) -> LeafCompiler {
        LeafCompiler(
            field: field, form: form, leaf: leaf, meaning: meaning, use: use,
            ignoresCase: features.ignoresCase, scope: scope)
    }

    private func checkCount(_ ids: [String], _ part: String) throws(UnsupportedError) {
        guard ids.count <= IndexLimits.terms else {
            throw UnsupportedError(
                engine: ClusterConnection.engineName, node: "\(ids.count) ids in \(part)",
                hint: IndexLimits.termsHint)
        }
    }
}

extension Tag {
    /// The tag as one keyword, which is different for each tag.
    var indexed: String { Tag.indexed(name: name, value: value) }

    static func indexed(name: String, value: String?) -> String {
        let text = "\(name.utf8.count):\(name)\(value.map { "=" + $0 } ?? "")"
        return TextKey.isLong(text) ? "sha256:" + TextKey.hash(of: text) : TextKey.encoded(text)
    }
}
