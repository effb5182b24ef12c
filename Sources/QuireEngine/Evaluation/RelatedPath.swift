import QuireCore
import QuireText

/// Relations that lead from an item to at most one other, checked against the schema.
package struct RelatedPath: Sendable {
    private let tests: [RelationTest]
    /// The module of the last step.
    package let target: ModuleDescriptor

    /// - Parameters:
    ///   - table: The fields of the module that the path starts at.
    ///   - module: The wire name of that module.
    ///   - part: The part of the request that has the path, for errors.
    /// - Returns: `nil` without steps.
    /// - Throws: `QueryError` if a relation does not exist, leads elsewhere, or leads to many items.
    package init?(
        _ steps: [RelationStep], over table: FieldTable, module: String, in part: String
    ) throws(QueryError) {
        guard let last = steps.last else { return nil }
        var tests: [RelationTest] = []
        var (fields, name) = (table, module)
        for step in steps {
            let test = try RelationTest(step, over: fields, module: name, in: part)
            guard test.leadsToOne else {
                throw QueryError(
                    .incompatibleOperation, module: name, node: "\"\(step)\" in \(part)",
                    expected: "a relation to one item")
            }
            tests.append(test)
            (fields, name) = (step.module.fields, step.module.name)
        }
        self.tests = tests
        target = last.module
    }

    /// The id that the first relation names in an object with the fields.
    func target(of object: JSONValue?) -> ExactText? { tests.first?.targets(of: object).first }

    /// The values at the end of the path, by the ids that the first relation may name. Ids without an item
    /// or without a value are missing.
    ///
    /// - Parameters:
    ///   - items: The items of a module, as complete instances.
    ///   - value: The value of an item of the last module.
    func values<Value>(
        of items: (ModuleDescriptor) -> [JSONValue], _ value: (JSONValue) -> Value?
    ) -> [ExactText: Value] {
        var values: [ExactText: Value] = [:]
        for item in items(target) { values[ExactText(item.instanceID)] = value(item) }
        for (index, test) in tests.enumerated().dropFirst().reversed() {
            var previous: [ExactText: Value] = [:]
            for item in items(tests[index - 1].step.module) {
                guard let id = test.targets(of: item.member("values")).first else { continue }
                previous[ExactText(item.instanceID)] = values[id]
            }
            values = previous
        }
        return values
    }
}

extension SearchRequest {
    /// Whether the filter or the order looks at items of other modules.
    package var crossesRelations: Bool {
        filter?.crossesRelations == true || sort.contains { !$0.steps.isEmpty } || !relatedFields.isEmpty
    }
}
