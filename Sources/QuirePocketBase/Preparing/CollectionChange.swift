import QuireCore
import QuireRemote

/// What preparing one collection changes.
struct CollectionChange {
    let layout: CollectionLayout
    /// The collection on the server; `nil` if there is none.
    let live: JSONValue?
    /// The collection to import; `nil` if nothing changes.
    private(set) var imported: JSONValue?
    private(set) var differences: [String] = []
    /// Why the collection cannot be changed without losing data.
    private(set) var obstacles: [String] = []
    /// Columns of records that Quire has not written: nothing tells whether a 0 in them is a value.
    private(set) var unmarked: [String] = []
    /// The columns that are not whole, because the values that they derive from are older.
    private(set) var unfilled: [String] = []

    init(_ description: CollectionDescription, live: JSONValue?) {
        layout = description.layout
        self.live = live
        guard let live else {
            imported = description.new
            return
        }
        if live.member("type")?.string == "view" {
            obstacles.append("it is a view")
            return
        }
        var fields = live.member("fields")?.elements ?? []
        func position(_ name: String) -> Int? {
            fields.firstIndex { $0.member("name")?.string?.lowercased() == name.lowercased() }
        }
        let describedFields = description.fields
        // Renamed fields first, so that their columns keep their data under the new name.
        for field in layout.fields where position(field.column) == nil {
            for former in field.descriptor.formerNames {
                guard let place = position(ColumnName.managed([former])[0]) else { continue }
                differences.append("renames \"\(former)\" to \"\(field.descriptor.name)\"")
                let old = ColumnName.managed([former])[0]
                fields[place] = fields[place].setting("name", .string(field.column))
                var beside = RecordField.Shadow.allCases.map { ($0.name(beside: old), field.name(of: $0)) }
                if let files = field.filesColumn { beside.append((ColumnName.files(of: old), files)) }
                for (old, new) in beside {
                    guard let place = position(old) else { continue }
                    fields[place] = fields[place].setting("name", .string(new))
                }
                break
            }
        }
        let columns = Set(fields.compactMap { $0.member("name")?.string?.lowercased() })
        let derived = layout.fields.filter { columns.contains($0.column.lowercased()) }
            .flatMap(\.shadowNames)
        var added: [String] = []
        var changed: [String] = []
        let relations = Set(
            layout.fields.filter { $0.storage == .relation || $0.storage == .relations }.map(\.column))
        for field in describedFields {
            let name = field.member("name")?.string ?? ""
            guard let place = position(name) else {
                let new = CollectionDescription.withNewID(field)
                fields.append(derived.contains(name) ? ColumnState.filling.applied(to: new) : new)
                added.append(name)
                continue
            }
            if relations.contains(name), Self.holdsSameIDs(fields[place], field) { continue }
            let merged = Self.merged(fields[place], field)
            if merged.member("type") != fields[place].member("type") {
                obstacles.append(
                    "\"\(name)\" is of the type \(fields[place].member("type")?.string ?? "?") there, and "
                        + "\(field.member("type")?.string ?? "?") in the schema")
            }
            if merged != fields[place] {
                fields[place] = merged
                changed.append(name)
            }
        }
        unfilled = derived.filter { name in
            position(name).map { ColumnState(of: fields[$0]) != .whole } ?? false
        }
        if added.contains(ColumnName.present) {
            unmarked = layout.fields.filter { $0.marksZero && columns.contains($0.column.lowercased()) }
                .map(\.column)
        }
        let ownFields = added.filter { !$0.hasPrefix(ColumnName.ownPrefix) }
        if !ownFields.isEmpty {
            differences.append("adds " + ownFields.map { "\"\($0)\"" }.joined(separator: ", "))
        }
        if added.count > ownFields.count {
            differences.append("adds \(added.count - ownFields.count) columns for filters")
        }
        if !changed.isEmpty {
            differences.append(
                "changes the options of " + changed.map { "\"\($0)\"" }.joined(separator: ", "))
        }
        var indexes = live.member("indexes")?.elements?.compactMap(\.string) ?? []
        if !indexes.contains(where: { $0.contains("quire_updated_") }) {
            indexes.append(description.index)
            differences.append("adds an index")
        }
        if !differences.isEmpty {
            imported = live.setting("fields", .array(fields)).setting("indexes", .texts(indexes))
        }
    }

    /// Whether one of two columns is a relation, and the other has the same ids as a text or as JSON.
    ///
    /// A collection that was prepared without the module that its relation leads to has the ids only. Whichever column is
    /// there stays, because PocketBase would drop the values of a column that gets another type.
    private static func holdsSameIDs(_ live: JSONValue, _ wanted: JSONValue) -> Bool {
        func holdsMany(_ relation: JSONValue) -> Bool { (relation.member("maxSelect")?.int ?? 1) > 1 }
        switch (live.member("type")?.string, wanted.member("type")?.string) {
        case ("relation", "text"): return !holdsMany(live)
        case ("text", "relation"): return !holdsMany(wanted)
        case ("relation", "json"): return holdsMany(live)
        case ("json", "relation"): return holdsMany(wanted)
        default: return false
        }
    }

    /// The server's field with the options that Quire needs. Values of a select are only added, and limits only raised.
    private static func merged(_ live: JSONValue, _ wanted: JSONValue) -> JSONValue {
        var merged = live
        for option in wanted.members ?? [] {
            let current = live.member(option.name)
            switch option.name {
            case "values":
                let values = current?.elements?.compactMap(\.string) ?? []
                let missing = (option.value.elements ?? []).compactMap(\.string).filter {
                    !values.contains($0)
                }
                if !missing.isEmpty { merged = merged.setting("values", .texts(values + missing)) }
            case "max", "maxSize", "maxSelect":
                if (current?.int ?? 0) < (option.value.int ?? 0) {
                    merged = merged.setting(option.name, option.value)
                }
            case "name": break
            default: if current != option.value { merged = merged.setting(option.name, option.value) }
            }
        }
        return merged
    }
}
