#if SQLite

import QuireCore
import QuireEngine

/// The rows of listed objects, of which a condition tests one.
struct ObjectScope {
    let objects: ListedObjects
    let rows: ObjectLayout
    /// The number of conditions on one object around this one.
    let number: Int
    /// The name of the table in the statement.
    let name: String

    /// The condition that a row of another table belongs to the object.
    func link(_ other: String) -> String {
        ([MetadataColumns.item] + rows.positions).map { "\(other).\($0) = \(name).\($0)" }.joined(
            separator: " AND ")
    }
}

/// Conditions on one object of a list.
extension FilterCompiler {
    /// The fields of the item, or the members of the object, that a condition tests.
    var fields: FieldTable {
        scope?.objects.table ?? (isMetadata ? FieldTable.metadata : layout.module.fields)
    }

    /// The columns of a field of the item, or of a member of the object.
    func field(_ descriptor: FieldDescriptor) -> FieldLayout? {
        if let scope { return member(descriptor, of: scope)?.field }
        return isMetadata ? MetadataColumns.fields[descriptor.name] : layout.field(descriptor.name)
    }

    /// The columns of a member of an object, in its own row or in the rows of an inner list.
    func member(
        _ descriptor: FieldDescriptor, of scope: ObjectScope
    ) -> (rows: ObjectLayout, field: FieldLayout)? {
        let steps =
            descriptor.isMember
            ? descriptor.memberSteps
            : [MemberStep(name: descriptor.name, isList: descriptor.kind.listElement != nil)]
        let end = steps.lastIndex(where: \.isList).map { $0 + 1 } ?? 0
        let path = scope.rows.path + steps[..<end]
        guard let rows = layout.objects.reached(by: path.map(\.name)),
            let member = rows.member(steps[end...].map(\.name).joined(separator: "."))
        else { return nil }
        return (rows, member)
    }

    /// The table that has a member's columns in the statement: the row of the object, or another one.
    func memberTable(_ field: FieldLayout) -> String {
        let lists = field.steps?.count(where: \.isList)
        return scope.flatMap { lists == $0.rows.positions.count ? $0.name : nil } ?? "e"
    }

    /// A positive condition on a member of one object.
    func inScope(
        _ scope: ObjectScope, _ condition: Predicate, test: LeafTest, descriptor: FieldDescriptor
    ) -> Predicate {
        guard let (rows, member) = member(descriptor, of: scope) else { return .never }
        guard rows.table != scope.rows.table else { return condition }
        let values = "EXISTS (SELECT 1 FROM \(SQLite.quoted(rows.table)) AS e WHERE \(scope.link("e"))"
        if case .hasNoValue = test.form {
            let column = SQLite.quoted(member.latitude ?? member.column)
            return .sql(SQLBuilder("NOT \(values) AND e.\(column) IS NOT NULL)"))
        }
        guard case .sql(let condition) = condition else { return .never }
        return .sql(compose("\(values) AND ", .part(condition), ")"))
    }

    /// The items, or the outer objects, with an object that meets a condition.
    mutating func anyObject(_ step: RelationStep, _ operand: Filter, depth: Int) throws -> Predicate {
        let outer = scope
        let objects = try fields.objects(of: step, meeting: operand, module: layout.module.name)
        let path = (outer?.rows.path ?? []) + objects.steps
        guard let rows = layout.objects.reached(by: path.map(\.name)) else {
            throw QueryError(
                .unknownProperty, module: layout.module.name, node: "\"\(step.relation)\" in the filter",
                expected: "a list that the store holds")
        }
        let number = outer.map { $0.number + 1 } ?? 0
        guard number < Self.maximumLevel else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine,
                node: "more than \(Self.maximumLevel) conditions on one object in one another",
                hint: "Give the members of inner lists a shorter way.")
        }
        let inner = ObjectScope(objects: objects, rows: rows, number: number, name: names.object(number))
        scope = inner
        defer { scope = outer }
        let condition = try predicate(operand, depth: depth + 1)
        if case .never = condition { return .never }
        let table = "\(SQLite.quoted(rows.table)) AS \(inner.name)"
        var whole: SQLBuilder
        if let outer {
            whole = SQLBuilder("EXISTS (SELECT 1 FROM \(table) WHERE \(outer.link(inner.name))")
        } else {
            hasLookUps = true
            whole = SQLBuilder(
                looksUpElements
                    ? "EXISTS (SELECT 1 FROM \(table) WHERE \(inner.name).item = \(names.narrow).item"
                    : "\(names.narrow).item IN (SELECT \(inner.name).item FROM \(table)")
        }
        if case .sql(let condition) = condition {
            whole.append(outer == nil && !looksUpElements ? " WHERE " : " AND ")
            whole.append(condition)
        }
        whole.append(")")
        return .sql(whole)
    }
}
#endif
