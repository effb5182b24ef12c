#if SQLite
/// Compares the tables, indexes and triggers of a module with the catalog.
struct StructureCheck {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// What another program has added, and modules that are stored under two names.
    func problems(in modules: [StoredModule]) throws -> [StoreProblem] {
        let foreign = try SchemaObjects(connection, modules).foreign().map {
            StoreProblem(.foreign, "\($0.description). \($0.advice)")
        }
        let divided = try modules.compactMap { module -> StoreProblem? in
            guard let later = modules.first(where: { $0.hasRename("module \(module.name) > \($0.name)") })
            else {
                return nil
            }
            let count = try connection.count(of: module.table)
            guard count > 0 else { return nil }
            return StoreProblem(
                .formerName, module: module.name,
                "\(count.items) under the former name of \"\(later.name)\", which a schema with that name does not find"
            )
        }
        return foreign + divided
    }

    func problems(of module: StoredModule, _ isUnindexed: Bool) throws -> [StoreProblem] {
        let layout = module.neutralLayout
        let shape = RowShape(layout)
        var problems: [StoreProblem] = []
        func missing(_ what: String, _ name: String) {
            problems.append(StoreProblem(.structure, module: module.name, "the \(what) \(name) is missing"))
        }
        for (table, columns) in [
            (module.table, [MetadataColumns.item] + shape.narrowColumns),
            (module.textTable, [MetadataColumns.item] + shape.textColumns),
        ] {
            let existingColumns = try self.columns(of: table)
            guard !existingColumns.isEmpty else {
                missing("table", table)
                continue
            }
            for column in columns where !existingColumns.contains(column) {
                missing("column", "\(table).\(column)")
            }
        }
        for side in module.fields.compactMap(\.side) where try columns(of: side).isEmpty {
            missing("table", side)
        }
        for objects in shape.objects {
            let existingColumns = try self.columns(of: objects.layout.table)
            if existingColumns.isEmpty { missing("table", objects.layout.table) }
            for column in objects.columns where !existingColumns.isEmpty && !existingColumns.contains(column)
            {
                missing("column", "\(objects.layout.table).\(column)")
            }
        }
        for index in module.indexes where !isUnindexed {
            if try !connection.has("index", index.name, of: index.side ?? module.table) {
                missing("index", index.name)
            }
        }
        if let text = module.text {
            // Only their names are compared, because reading the index requires its own analyzer.
            let vectors = text.embedding == nil ? [] : [text.vectors]
            for table in [text.index, text.unindexed] + vectors where try !connection.has("table", table) {
                missing("table", table)
            }
            if try !connection.has("view", text.view) { missing("view", text.view) }
        }
        return problems
    }

    private func columns(of table: String) throws -> Set<String> {
        try connection.withStatement("SELECT name FROM pragma_table_info(?)") { row in
            try row.bind(.text(table), at: 1)
            var names: Set<String> = []
            while try row.step() { names.insert(row.text(0)) }
            return names
        }
    }
}
#endif
