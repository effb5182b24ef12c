import QuireCore

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
