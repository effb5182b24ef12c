extension QueryResolver {
    /// The test of a member that was written as the test behind a relation: `dateRange.startYear >= 1900`.
    ///
    /// - Parameter object: The path of the object.
    /// - Throws: `ExplorerError` for conditions that one object must meet, which are no test of a member.
    func member(_ relation: QueryRelation, of object: String) throws(ExplorerError) -> QueryNode {
        if relation.quantifier == .any {
            switch relation.filter {
            case .test(var test)?
            where !test.isMetadata && ![.notEqual, .notIn, .isNull].contains(test.operation):
                test.field = object + "." + test.field
                return .test(test)
            case .not(.test(var test))? where !test.isMetadata && test.operation == .isNull:
                test.field = object + "." + test.field
                return .not(.test(test))
            case .relation(var inner)?:
                if case .forward(let name) = inner.path {
                    inner.path = .forward(object + "." + name)
                    return .relation(inner)
                }
            default: break
            }
        }
        throw relation.place.error(
            "\"\(object)\" is an object, not a relation. Test its members by their paths: \"\(object).name = …\"."
        )
    }
}
