#if SQLite

import QuireCore

/// The table of the objects of a list: a row for each object, with the item's number and the object's position.
///
/// A list in listed objects has a table, too, whose rows also have the positions of the outer objects. A list of single
/// values in listed objects has a row for each value.
struct ObjectLayout: Hashable, Sendable, Codable {
    let table: String
    /// The way from the values of an item to the list.
    let path: [MemberStep]
    /// The members that queries see, each with columns for a single value. Their names are paths from the object; a list of
    /// single values has one member without a name.
    var members: [FieldLayout]

    /// The columns of the positions, from the outermost list to this one.
    var positions: [String] { (1...path.count(where: \.isList)).map { "p\($0)" } }

    func member(_ name: String) -> FieldLayout? {
        members.first { $0.name == name }
    }

    /// Whether the way to the list has the names.
    func isReached(by names: [String]) -> Bool {
        path.map(\.name) == names
    }

    /// The columns of a member, with names and types.
    static func columns(of member: FieldLayout) -> [(name: String, type: String)] {
        switch member.storage {
        case .place: [member.latitude, member.longitude].compactMap(\.self).map { ($0, "REAL") }
        case .text, .longText: [member.column, member.folded].compactMap(\.self).map { ($0, "TEXT") }
        // Whether there is a value.
        case .json, .list: [(member.column, "INTEGER")]
        case .integer, .number, .boolean, .date: [(member.column, member.storage.columnType)]
        }
    }

    /// The columns after the item's number.
    var columns: [String] { positions + members.flatMap { Self.columns(of: $0).map(\.name) } }

    var definition: String {
        let key = [MetadataColumns.item] + positions
        let columns =
            key.map { "\($0) INTEGER NOT NULL" }
            + members.flatMap(Self.columns).map { "\(SQLite.quoted($0.name)) \($0.type)" }
        return "CREATE TABLE \(SQLite.quoted(table)) (\(columns.joined(separator: ", ")), "
            + "PRIMARY KEY (\(key.joined(separator: ", ")))) WITHOUT ROWID, STRICT"
    }
}

extension FieldTable {
    /// A list of objects that queries test, or a list of single values in listed objects.
    struct ObjectList {
        let path: [MemberStep]
        /// The members with a single value; their ways from the object, and their kinds.
        var members: [(steps: [MemberStep], kind: FieldKind)]
    }

    /// All lists of objects, the outer ones first.
    func objectLists(after path: [MemberStep] = []) -> [ObjectList] {
        fields.uniqueByName.flatMap { field -> [ObjectList] in
            guard case .object(let inner) = field.kind.innermost else { return [] }
            guard field.kind.listElement != nil else {
                return inner.objectLists(after: path + [MemberStep(name: field.name, isList: false)])
            }
            guard let objects = objects(of: field.name) else { return [] }
            let path = path + objects.steps
            var list = ObjectList(path: path, members: [])
            var values: [ObjectList] = []
            for member in objects.table.queryable.uniqueByName {
                if case .object = member.kind.innermost { continue }
                let steps =
                    member.isMember
                    ? member.memberSteps
                    : [MemberStep(name: member.name, isList: member.kind.listElement != nil)]
                // The others are members of inner lists.
                guard !steps.dropLast().contains(where: \.isList) else { continue }
                if steps.last?.isList == true {
                    values.append(ObjectList(path: path + steps, members: [([], member.kind)]))
                } else {
                    list.members.append((steps, member.kind))
                }
            }
            return [list] + values + objects.table.objectLists(after: path)
        }
    }

    /// The kind of the value at the end of a way; `nil` if the fields are not known.
    func kind(at path: some Collection<MemberStep>) -> FieldKind? {
        guard let first = path.first, let field = self[first.name] else { return nil }
        if path.count == 1 { return field.kind }
        guard case .object(let inner) = field.kind.innermost else { return nil }
        return inner.kind(at: path.dropFirst())
    }
}

extension [ObjectLayout] {
    func table(_ name: String) -> ObjectLayout? { first { $0.table == name } }

    func reached(by names: [String]) -> ObjectLayout? { first { $0.isReached(by: names) } }
}
#endif
