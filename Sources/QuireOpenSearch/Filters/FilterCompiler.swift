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
            clauses.append(try leaf(field, form, leaf: nil).clause(test))
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
                    node: "a segment",
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
                    node: "a path of \"\(field.descriptor.name)\"",
                    hint: ExistingIndex.ways("the index has no paths above a value"))
            }
            guard !paths.contains(where: TextKey.isLong) else {
                throw UnsupportedError(
                    node: "a path of \"\(field.descriptor.name)\"",
                    hint: "choose a path of at most \(TextKey.limit) bytes")
            }
            return Clause.terms(field.name(of: .path), paths.map { .string(TextKey.encoded($0)) })
                .negated(if: isNegated)
        }
    }

    func leaf(
        _ field: IndexedField, _ form: FieldForm, leaf: Filter.Leaf?, of scope: String? = nil
    ) -> LeafCompiler {
        LeafCompiler(
            field: field, form: form, leaf: leaf, meaning: meaning, use: use,
            ignoresCase: features.ignoresCase, scope: scope)
    }

    private func checkCount(_ ids: [String], _ part: String) throws(UnsupportedError) {
        guard ids.count <= IndexLimits.terms else {
            throw UnsupportedError(node: "\(ids.count) ids in \(part)", hint: IndexLimits.termsHint)
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

/// Conditions on one object of a list: exact where the mapping keeps the objects apart (`nested`), otherwise refused.
extension FilterCompiler {
    /// - Parameter list: The path of the list whose objects are tested; `nil` for the item's own fields.
    func clause(_ filter: Filter, over fields: IndexedFields, in list: [String]?) throws -> Clause {
        try Clause(
            filter, over: fields,
            related: { step, operand in
                guard step.leadsToElements else { throw fields.notOwn(step) }
                return try elements(step, operand, fields: fields, outer: list ?? [])
            },
            leaf: { test, leaf in
                guard let list else {
                    return try self.leaf(test.field, state.form(of: test.field), leaf: leaf).clause(test.test)
                        .negated(if: test.isNegated)
                }
                return try member(test, leaf, of: list)
            })
    }

    /// The items, or the objects around the list, with one object that meets a condition.
    private func elements(
        _ step: RelationStep, _ operand: Filter, fields: IndexedFields, outer: [String]
    ) throws -> Clause {
        let objects = try fields.objects(of: step, meeting: operand)
        let list = outer + objects.names
        let path = list.joined(separator: ".")
        switch state {
        case .prepared: throw UnsupportedError(engine: ClusterConnection.engineName, elementsOf: path)
        case .existing(let index) where !index.isNested(list):
            throw UnsupportedError(
                node: "a condition on one object of \"\(path)\"",
                hint: ExistingIndex.waysWithoutPreparing(
                    "the mapping of \"\(path)\" is not \"nested\", so the index does not keep its objects apart"
                ))
        case .unseen, .existing:
            return .nested(path, try clause(operand, over: objects.fields, in: list))
        }
    }

    private func member(_ test: IndexedTest, _ leaf: Filter.Leaf, of list: [String]) throws -> Clause {
        var leaf = leaf
        let path = list + test.field.descriptor.path
        leaf.property = path.joined(separator: ".")
        let form: FieldForm
        if let index = state.existing {
            guard let natural = index.member(path) else {
                throw UnsupportedError(
                    node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                    hint: ExistingIndex.waysWithoutPreparing("a field of the module has this name"))
            }
            form = .natural(natural)
        } else {
            form = .natural(NaturalField(assumed: test.field, leaf.property))
        }
        return try self.leaf(test.field, form, leaf: leaf, of: list.joined(separator: ".")).clause(test.test)
            .negated(if: test.isNegated)
    }
}
