import QuireCore
import QuireEngine
import QuireRemote

/// Compiles all conditions of a search to one clause: filters, relations, ids, segments.
struct FilterCompiler {
    let search: IndexedSearch
    let state: IndexStatus
    let meaning: Meaning
    let features: OpenSearchFeatures
    let use = MeaningUse()
    let tested = TestedMembers()

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

/// Notes the members of one object that a search tests, while it is compiled.
final class TestedMembers {
    fileprivate(set) var forms: [(path: String, field: IndexedField, form: FieldForm)] = []
}

/// Conditions on one object of a list. An index that Quire prepared keeps objects apart, and so does one of another
/// program whose mapping is `nested`. In other indices, they are exact if they say no more than conditions on members.
extension FilterCompiler {
    /// The objects of which one is tested.
    struct Objects {
        /// The names on the way from the item to the list.
        let names: [String]
        /// The path of what Quire derived from them.
        let derivedPath: String

        init(_ objects: IndexedObjects, in outer: Objects?) {
            names = (outer?.names ?? []) + objects.names
            derivedPath = outer.map { "\($0.derivedPath)." + objects.derivedPath } ?? objects.derivedPath
        }
    }

    /// - Parameter objects: The objects of which one is tested; `nil` for the item's own fields.
    func clause(_ filter: Filter, over fields: IndexedFields, in objects: Objects?) throws -> Clause {
        try Clause(
            filter, over: fields,
            related: { step, operand in
                guard step.leadsToElements else { throw fields.notOwn(step) }
                return try elements(step, operand, fields: fields, outer: objects)
            },
            leaf: { test, leaf in
                guard let objects else {
                    return try self.leaf(test.field, state.form(of: test.field), leaf: leaf).clause(test.test)
                        .negated(if: test.isNegated)
                }
                return try member(test, leaf, of: objects)
            })
    }

    /// The items, or the objects around the list, with one object that meets a condition.
    private func elements(
        _ step: RelationStep, _ operand: Filter, fields: IndexedFields, outer: Objects?
    ) throws -> Clause {
        let list = try fields.objects(of: step, meeting: operand)
        let objects = Objects(list, in: outer)
        let path = objects.names.joined(separator: ".")
        guard let index = state.existing else {
            return .nested(objects.derivedPath, try clause(operand, over: list.fields, in: objects))
        }
        guard index.isNested(objects.names) else {
            if outer == nil, let members = try fields.members(of: step, meeting: operand) {
                return try clause(members, over: fields, in: nil)
            }
            throw UnsupportedError(
                node: "a condition on one object of \"\(path)\"",
                hint: ExistingIndex.ways(
                    "the mapping of \"\(path)\" is not \"nested\", so the index does not keep its objects apart"
                ))
        }
        return .nested(path, try clause(operand, over: list.fields, in: objects))
    }

    private func member(_ test: IndexedTest, _ leaf: Filter.Leaf, of objects: Objects) throws -> Clause {
        var leaf = leaf
        let path = objects.names + test.field.descriptor.path
        leaf.property = path.joined(separator: ".")
        var form = FieldForm.derived(test.field, of: objects.derivedPath)
        if let index = state.existing {
            guard let natural = index.member(path) else {
                throw UnsupportedError(
                    node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                    hint: ExistingIndex.ways("a field of the module has this name"))
            }
            form = .natural(natural)
        } else {
            tested.forms.append((leaf.property, test.field, form))
        }
        return try self.leaf(test.field, form, leaf: leaf, of: objects.names.joined(separator: "."))
            .clause(test.test).negated(if: test.isNegated)
    }
}
