import QuireCore
import QuireEngine

/// The objects of a list, with the members that a condition on one of them tests.
package struct IndexedObjects: Sendable {
    /// The way to the list, from the item or from the object around it.
    private let steps: [MemberStep]
    /// The members of one object.
    package let fields: IndexedFields

    fileprivate init(_ objects: ListedObjects, module: String) {
        steps = objects.steps
        let members = objects.table.queryable.enumerated().map { ordinal, member in
            // Nothing searches, counts or sorts the members of one object.
            var member = member
            (member.searchWeight, member.facet, member.isSortable) = (nil, nil, false)
            return IndexedField(member, ordinal: ordinal, isMetadata: false)
        }
        fields = IndexedFields(members, module: module)
    }

    /// The names on the way to the list.
    package var names: [String] { steps.map(\.name) }

    /// The lists on the way, the last one included, each under a name that is safe in any engine.
    package var physicalNames: [String] {
        var names: [String] = []
        var path: [String] = []
        for step in steps {
            path.append(step.name)
            guard step.isList else { continue }
            names.append(IndexedField.physicalName(of: path.joined(separator: ".")))
            path = []
        }
        return names
    }
}

/// A list of objects as an index that keeps objects apart holds it.
package struct IndexedList: Sendable {
    private let listed: ListedObjects
    /// The objects, from the item or from the object around the list.
    package let objects: IndexedObjects
    /// The lists in one object.
    package let lists: [IndexedList]

    private init(_ listed: ListedObjects, module: String) {
        self.listed = listed
        objects = IndexedObjects(listed, module: module)
        lists = Self.all(in: listed.table, module: module)
    }

    /// The lists among the fields of a module or of an object, without those in other lists.
    package static func all(in table: FieldTable, module: String) -> [IndexedList] {
        table.listsOfObjects.map { IndexedList($0, module: module) }
    }

    /// The objects of an item, or of the object around the list.
    package func objects(in values: JSONValue?) -> [JSONValue] { listed.found(in: values) }
}

extension IndexedFields {
    /// The objects of a list that a condition on one of them tests.
    ///
    /// - Throws: `QueryError` if there is no such list, or if the condition follows a relation.
    package func objects(
        of step: RelationStep, meeting condition: Filter
    ) throws(QueryError) -> IndexedObjects {
        IndexedObjects(try table.objects(of: step, meeting: condition, module: module), module: module)
    }

    /// A condition on one object of a list as conditions on members; `nil` if they do not say the same.
    ///
    /// - Throws: `QueryError` as above.
    package func members(of step: RelationStep, meeting condition: Filter) throws(QueryError) -> Filter? {
        let table = table
        _ = try table.objects(of: step, meeting: condition, module: module)
        let members = MemberCondition(condition, of: step, in: table)
        return members.isExact ? members.filter : nil
    }

    /// The filter with conditions on members instead of those on one object of a list.
    ///
    /// A complement is that of each condition, because an engine may express a condition and not its complement.
    ///
    /// - Throws: `UnsupportedError` if the two do not say the same; `QueryError` if there is no such list.
    func onMembers(_ filter: Filter, engine: String) throws -> Filter {
        guard filter.hasSteps else { return filter }
        switch filter {
        case .and(let operands): return .and(try operands.map { try onMembers($0, engine: engine) })
        case .or(let operands): return .or(try operands.map { try onMembers($0, engine: engine) })
        case .leaf: return filter
        case .any(let step, let operand), .none(let step, let operand):
            guard step.leadsToElements else { throw notOwn(step) }
            guard let members = try members(of: step, meeting: operand) else {
                throw UnsupportedError(engine: engine, elementsOf: step.relation)
            }
            if case .none = filter { return members.negated() }
            return members
        }
    }

    /// The fields themselves, without the members of objects.
    private var table: FieldTable {
        FieldTable(fields.filter { !$0.isMetadata && !$0.descriptor.isMember }.map(\.descriptor))
    }
}

extension Filter {
    /// Whether a condition is on related items, or on objects of a list.
    fileprivate var hasSteps: Bool {
        switch self {
        case .leaf: false
        case .and(let operands), .or(let operands): operands.contains(where: \.hasSteps)
        case .any, .none: true
        }
    }
}
