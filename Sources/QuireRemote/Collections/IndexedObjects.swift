import QuireCore
import QuireEngine

/// The objects of a list, with the members that a condition on one of them tests.
package struct IndexedObjects: Sendable {
    /// The names on the way to the list, from the item or from the object around it.
    package let names: [String]
    /// The members of one object.
    package let fields: IndexedFields
}

extension IndexedFields {
    /// The objects of a list that a condition on one of them tests.
    ///
    /// - Throws: `QueryError` if there is no such list, or if the condition follows a relation.
    package func objects(
        of step: RelationStep, meeting condition: Filter
    ) throws(QueryError) -> IndexedObjects {
        let own = FieldTable(fields.filter { !$0.isMetadata && !$0.descriptor.isMember }.map(\.descriptor))
        let objects = try own.objects(of: step, meeting: condition, module: module)
        let members = objects.table.queryable.enumerated().map {
            IndexedField($1, ordinal: $0, isMetadata: false)
        }
        return IndexedObjects(
            names: objects.steps.map(\.name), fields: IndexedFields(members, module: module))
    }
}
