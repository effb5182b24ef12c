#if SQLite
import QuireCore

/// The renames between the schema of a file and that of the app. They depend on nothing else, so steps that an app has
/// skipped do not matter.
///
/// A file records the renames that its items have gone through. A schema from before a rename takes the names back, so that
/// content is never split between two names.
struct SchemaRenames {
    /// A name in the file and the one in the app's schema.
    struct Rename: Hashable {
        let from: String
        let to: String
    }

    /// The file's modules under the names of the app's schema.
    private(set) var stored: [StoredModule]
    private(set) var modules: [Rename] = []
    /// The renamed fields by the new names of their modules.
    private(set) var fields: [String: [Rename]] = [:]
    /// The modules for which the schema takes back a rename, so that it is older than the file.
    private(set) var undone: Set<String> = []

    init(_ stored: [StoredModule], _ schema: [ModuleDescriptor]) {
        self.stored = stored
        for module in schema { rename(module, in: schema) }
    }

    private mutating func rename(_ module: ModuleDescriptor, in schema: [ModuleDescriptor]) {
        if stored.named(module.name) == nil {
            // A former name that another module has now belongs to that one.
            let former = module.formerNames.first { name in
                stored.named(name) != nil && !schema.contains { $0.name == name }
            }
            let later = stored.first { other in
                other.hasRename("module \(module.name) > \(other.name)")
                    && !schema.contains { $0.name == other.name }
            }
            if let name = former ?? later?.name,
                let index = stored.firstIndex(where: { $0.name == name })
            {
                stored[index].name = module.name
                modules.append(Rename(from: name, to: module.name))
                if former == nil { undone.insert(module.name) }
            }
        }
        guard let index = stored.firstIndex(where: { $0.name == module.name }) else {
            return
        }
        if let former = module.fields.formerKeys {
            for (name, position) in zip(former.names, former.fields) {
                rename(name, to: module.fields.fields[position].name, at: index)
            }
        }
        if stored[index].renames.isEmpty { return }
        for field in module.fields.fields where stored[index].field(field.name) == nil {
            let later = stored[index].fields.first { other in
                stored[index].hasRename("field \(field.name) > \(other.name)")
                    && module.fields[other.name] == nil
            }
            guard let later else { continue }
            rename(later.name, to: field.name, at: index)
            undone.insert(module.name)
        }
    }

    private mutating func rename(_ name: String, to field: String, at index: Int) {
        guard stored[index].field(field) == nil, stored[index].field(name) != nil else { return }
        stored[index].rename(name, to: field)
        fields[stored[index].name, default: []].append(Rename(from: name, to: field))
    }

    var isEmpty: Bool { modules.isEmpty && fields.isEmpty }

    func fields(of module: String) -> [Rename] { fields[module] ?? [] }

    /// The name of a module in the file, if it was renamed.
    func formerName(of module: String) -> String? {
        modules.first { $0.to == module }?.from
    }
}

extension StoredModule {
    /// Whether the file records a rename of the module or of a field.
    func hasRename(_ rename: String) -> Bool {
        renames.contains(rename)
    }

    /// Renames a field. Its columns and its side table keep their names.
    fileprivate mutating func rename(_ name: String, to current: String) {
        for index in fields.indices
        where fields[index].name == name && !fields[index].isMember {
            fields[index] = fields[index].renamed(current)
        }
        required = required.map { $0 == name ? current : $0 }.sorted()
        if let values = choices.removeValue(forKey: name) { choices[current] = values }
        if let text {
            self.text = TextLayout(
                name: text.name,
                columns: text.columns.map { column in
                    guard column.field == name else { return column }
                    return TextLayout.Column(
                        field: current, name: column.name, isNarrow: column.isNarrow, form: column.form,
                        weight: column.weight)
                }, analyzer: text.analyzer)
        }
    }
}

extension FieldLayout {
    fileprivate func renamed(_ name: String) -> FieldLayout {
        var field = FieldLayout(name: name, storage: storage, column: column)
        field.folded = folded
        field.smallest = smallest
        field.latitude = latitude
        field.longitude = longitude
        field.side = side
        field.format = format
        return field
    }
}

/// Renames modules in the catalog, the sync state, the journals and the outbox. Their tables keep their names.
struct ModuleRenaming {
    let connection: Connection

    func run(_ renames: [SchemaRenames.Rename]) throws {
        for rename in renames {
            let names: [SQLValue] = [.text(rename.to), .text(rename.from)]
            try connection.run("UPDATE quire_module SET name = ? WHERE name = ?", names)
            for (table, column) in Self.columns {
                // A row that is there under the new name is newer.
                try connection.run("UPDATE OR IGNORE \(table) SET \(column) = ? WHERE \(column) = ?", names)
            }
        }
    }

    private static let columns = [
        ("quire_sync", "module"), ("quire_sync_log", "module"), ("quire_sync_draft", "module"),
        ("quire_sync_draft_item", "module"), ("quire_index", "module"),
        ("quire_index", "type"), ("quire_outbox_entry", "module"), ("quire_outbox_base", "module"),
        ("quire_outbox_sent", "module"), ("quire_outbox_confirmed", "module"),
    ]

    /// Tells other connections that names have changed. They compare tables only after SQLite's own schema has changed.
    func announce() throws {
        try connection.execute("CREATE TABLE quire_replaced (item INTEGER)")
        try connection.execute("DROP TABLE quire_replaced")
    }
}
#endif
