import QuireCore
import QuireSchema

extension QueryResolver {
    /// The test of a member that was written as the test behind a relation: `dateRange.startYear >= 1900`.
    ///
    /// - Parameter object: The path of the object.
    /// - Returns: `nil` for conditions that one object must meet, which are no test of a member.
    func member(_ relation: QueryRelation, of object: String) -> QueryNode? {
        guard relation.quantifier == .any else { return nil }
        switch relation.filter {
        case .test(var test)?
        where !test.isMetadata && ![.notEqual, .notIn, .isNull].contains(test.operation):
            test.field = object + "." + test.field
            return .test(test)
        case .not(.test(var test))? where !test.isMetadata && test.operation == .isNull:
            test.field = object + "." + test.field
            return .not(.test(test))
        case .relation(var inner)? where inner.quantifier == .any:
            guard case .forward(let name) = inner.path else { return nil }
            inner.path = .forward(object + "." + name)
            return .relation(inner)
        default: return nil
        }
    }

    /// The condition that one object of a list must meet: `any contributors (name = "Ann" and role = "artist")`.
    ///
    /// - Returns: `nil` if the path leads to no object.
    /// - Throws: `ExplorerError` for an object that is in no list, and for a condition that does not fit its members.
    func elements(
        _ relation: QueryRelation, of module: ExploredModule
    ) throws(ExplorerError) -> ResolvedRelation? {
        let path: String
        switch relation.path {
        case .forward(let name): path = name
        case .reverse(let name, let field):
            guard schema[name] == nil else { return nil }
            path = name + "." + field
        }
        guard module.hasObject(path) else { return nil }
        guard let (list, objects) = module.objects(of: path) else {
            throw relation.place.error(
                "\"\(path)\" is an object, not a relation or a list. Test its members by their paths: \"\(path).name = …\"."
            )
        }
        guard let filter = relation.filter else {
            throw relation.place.error(
                "\"\(relation.quantifier.rawValue)\" over a list of objects needs a condition between its parentheses."
            )
        }
        guard !filter.testsMetadata else {
            throw relation.place.error("A test of the objects of a list cannot test metadata.")
        }
        return ResolvedRelation(
            step: RelationStep(elementsOf: path), field: list, module: objects, source: module,
            quantifier: relation.quantifier, filter: try node(filter, of: objects))
    }
}

extension QueryResolver {
    /// The query with tests of members by their paths, as an editor shows them, instead of conditions behind an object.
    func withMemberTests(_ query: ExplorerQuery) -> ExplorerQuery {
        guard let module = schema[query.module] else { return query }
        var query = query
        query.filter = query.filter.map { memberTests($0, of: module) }
        return query
    }

    private func memberTests(_ node: QueryNode, of module: ExploredModule) -> QueryNode {
        switch node {
        case .all(let nodes): return .all(nodes.map { memberTests($0, of: module) })
        case .any(let nodes): return .any(nodes.map { memberTests($0, of: module) })
        case .test: return node
        case .not(let inner):
            let changed = memberTests(inner, of: module)
            if case .relation = inner, case .not(let twice) = changed { return twice }
            // `dates.start != 1900` was read as the complement of `=` behind the object.
            guard case .relation = inner, case .test(var test) = changed,
                let opposite = [Operator.equal: Operator.notEqual, .in: .notIn][test.operation],
                module.field(test.field)?.field.operators.contains(opposite) == true
            else { return .not(changed) }
            test.operation = opposite
            return .test(test)
        case .relation(var relation):
            if case .forward(let name) = relation.path, module.hasObject(name),
                let member = member(relation, of: name)
            {
                return memberTests(member, of: module)
            }
            if let target = target(of: relation.path, in: module) {
                relation.filter = relation.filter.map { memberTests($0, of: target) }
            }
            return .relation(relation)
        }
    }

    /// The module of the items or of the listed objects that a condition looks at.
    private func target(of path: QueryRelation.Path, in module: ExploredModule) -> ExploredModule? {
        switch module.forward(path) {
        case .forward(let name):
            module.objects(of: name)?.objects ?? module.field(name)?.relatedModule.flatMap { schema[$0] }
        case .reverse(let name, let field): schema[name] ?? module.objects(of: name + "." + field)?.objects
        }
    }
}

extension QueryText {
    init(membersOf schema: ExploredSchema) {
        members = Set(schema.modules.flatMap(\.members).map(\.name))
            .subtracting(schema.modules.flatMap(\.fields).map(\.name))
    }
}

extension ExploredModule {
    /// The path of a relation in an object as one in forward direction: `publication.publisher`.
    func forward(_ path: QueryRelation.Path) -> QueryRelation.Path {
        guard case .reverse(let name, let field) = path, member(name + "." + field)?.relatedModule != nil
        else {
            return path
        }
        return .forward(name + "." + field)
    }
}
