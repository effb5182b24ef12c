import QuireCore

/// A field of related items as a part of a row, read from instances in plain Swift.
package struct RelatedValue: Sendable {
    /// The name of the value in the row.
    package let name: String
    package let path: FieldPath
    /// The kind of the field in the module of the last step.
    package let kind: FieldKind
    private let tests: [RelationTest]
    private let isList: Bool

    /// The values that a request selects behind relations.
    ///
    /// - Throws: `QueryError` if a relation or a field does not exist.
    package static func values(of request: SearchRequest) throws(QueryError) -> [RelatedValue] {
        var values: [RelatedValue] = []
        for (path, name) in zip(request.relatedFields, request.relatedFieldNames) {
            values.append(try RelatedValue(path, named: name, from: request.module, in: "the selection"))
        }
        return values
    }

    /// - Parameter part: The part of the request that has the path, for errors.
    init(
        _ path: FieldPath, named name: String, from module: ModuleDescriptor, in part: String
    ) throws(QueryError) {
        var tests: [RelationTest] = []
        var owner = module
        for step in path.steps {
            guard !step.isReverse else {
                throw QueryError(
                    .incompatibleOperation, module: owner.name, node: "\"\(step)\" in \(part)",
                    expected: "a relation of the module")
            }
            tests.append(
                try RelationTest(step, over: owner.fields, module: owner.name, in: part))
            owner = step.module
        }
        guard let field = owner.fields[path.name] else {
            throw QueryError(
                .unknownProperty, module: module.name, node: "\"\(path.joinedName)\" in \(part)",
                expected: "a field of \(owner.name)")
        }
        self.name = name
        self.path = path
        self.tests = tests
        kind = field.kind
        isList = path.leadsToMany(from: module)
    }

    /// The number of relations to follow.
    package var depth: Int { tests.count }

    /// The module of the items after a number of relations.
    package func module(after depth: Int) -> ModuleDescriptor { tests[depth - 1].step.module }

    /// The value in the row of an instance, or `nil` if there is none.
    ///
    /// - Parameter find: Returns the instance of a module with an id, or `nil` if there is none.
    package func value(
        in instance: JSONValue, find: (ModuleDescriptor, String) -> JSONValue?
    ) -> JSONValue? {
        let values = items(after: depth, from: instance, find: find).compactMap { item -> JSONValue? in
            item.member("values")?.member(path.name).flatMap { $0 == .null ? nil : $0 }
        }
        guard isList else { return values.first }
        return .array(
            values.flatMap { value in
                if kind.listElement != nil, case .array(let elements) = value { elements } else { [value] }
            })
    }

    /// The ids that lead to the items after a number of relations, in order. An id that occurs twice is named twice.
    package func ids(
        after depth: Int, from instance: JSONValue, find: (ModuleDescriptor, String) -> JSONValue?
    ) -> [String] {
        items(after: depth - 1, from: instance, find: find).flatMap { item in
            tests[depth - 1].targets(of: item.member("values")).map(\.text)
        }
    }

    private func items(
        after depth: Int, from instance: JSONValue, find: (ModuleDescriptor, String) -> JSONValue?
    ) -> [JSONValue] {
        if depth == 0 { return [instance] }
        let module = module(after: depth)
        return ids(after: depth, from: instance, find: find).compactMap { find(module, $0) }
    }
}
