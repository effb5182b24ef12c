import QuireCore
import QuireEngine
import QuireRemote

/// Conditions on one object of a list: exact where the mapping keeps the objects apart (`nested`), otherwise refused.
extension FilterCompiler {
    /// - Parameter list: The path of the list whose objects are tested; `nil` for the item's own fields.
    func clause(_ filter: Filter, over fields: IndexedFields, in list: [String]?) throws -> Clause {
        try Clause(
            filter, over: fields,
            related: { step, operand in
                guard step.leadsToElements else { throw fields.notOwn(step) }
                return try elements(step, operand, fields, list ?? [])
            },
            leaf: { test, leaf in
                guard let list else {
                    return try self.leaf(test.field, state.form(of: test.field), leaf).clause(test.test)
                        .negated(if: test.isNegated)
                }
                return try member(test, leaf, of: list)
            })
    }

    /// The items, or the objects around the list, with one object that meets a condition.
    private func elements(
        _ step: RelationStep, _ operand: Filter, _ fields: IndexedFields, _ outer: [String]
    ) throws -> Clause {
        let objects = try fields.objects(of: step, meeting: operand)
        let list = outer + objects.names
        let path = list.joined(separator: ".")
        switch state {
        case .prepared: throw UnsupportedError(engine: ClusterConnection.engineName, elementsOf: path)
        case .existing(let index) where !index.isNested(list):
            throw UnsupportedError(
                engine: ClusterConnection.engineName, node: "a condition on one object of \"\(path)\"",
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
                    engine: ClusterConnection.engineName,
                    node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
                    hint: ExistingIndex.waysWithoutPreparing("a field of the module has this name"))
            }
            form = .natural(natural)
        } else {
            form = .natural(NaturalField(assumed: test.field, leaf.property))
        }
        return try self.leaf(test.field, form, leaf, of: list.joined(separator: ".")).clause(test.test)
            .negated(if: test.isNegated)
    }
}
