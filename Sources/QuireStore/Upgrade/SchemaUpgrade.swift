#if SQLite
import QuireCore

/// Migrates a file's tables to a schema, in one transaction.
///
/// New fields are added in place. For other changes, such as a removed field or a new type, the module's tables are
/// rewritten.
struct SchemaUpgrade {
    let connection: Connection
    let modules: [ModuleDescriptor]
    let options: StoreOptions
    let text: TextContext
    /// Receives the progress of a migration.
    let progress: Progress?
    let catalog: Catalog

    init(
        _ connection: Connection, _ modules: [ModuleDescriptor], options: StoreOptions,
        text: TextContext, progress: Progress? = nil
    ) {
        self.progress = progress
        self.connection = connection
        self.text = text
        self.modules = modules
        self.options = options
        catalog = Catalog(connection: connection)
    }

    typealias Progress = @Sendable (MigrationProgress) throws -> Void
    typealias Outcome = (layouts: [String: ModuleLayout], changes: [SchemaChange])

    func run() throws -> Outcome {
        if let layouts = try connection.transaction(.deferred, layoutsWithoutChange) { return (layouts, []) }
        guard !options.isReadOnly else { throw needsMigration(try difference()) }
        return try connection.transaction(.immediate) {
            if try catalog.state() == .empty { try catalog.create() }
            // Checked within the transaction, because another process may have migrated the file in the meantime.
            let difference = try difference()
            try options.downgradePolicy.check(difference, location: connection.location)
            try refuseLoss()
            if let backup = options.migrationBackup, !difference.isNewFile {
                try StoreBackup(connection.location, options).write(to: backup)
            }
            return try upgrade(try MigrationCounter(difference, catalog, progress: progress))
        }
    }

    /// The changes that a migration would make.
    func difference() throws -> SchemaDifference {
        let isStore = try catalog.state() == .store
        let stored = isStore ? try catalog.modules() : []
        if isStore { try SchemaObjects(connection, stored).refuseForeign() }
        let renames = SchemaRenames(stored, modules)
        return SchemaDifference(
            renames: renames, layouts: try plan(renames.stored),
            unindexed: isStore ? try catalog.modulesThatNeedIndexes() : [],
            schemaVersion: options.schemaVersion)
    }

    private func needsMigration(_ difference: SchemaDifference) -> StoreError {
        StoreError(
            .needsMigration, action: "open the store", location: connection.location,
            reason: "its tables do not fit the schema: \(difference)",
            advice: difference.isCertainDowngrade
                ? "A later schema has migrated the file: open it with that schema."
                : "Open the store read-write once to migrate it, or open it with the schema that it was made with.",
            schemaDifference: difference)
    }

    /// The layouts, if the file already has all of them. In this case nothing is written or locked.
    private func layoutsWithoutChange() throws -> [String: ModuleLayout]? {
        guard try catalog.state() == .store else { return nil }
        let stored = try catalog.modules()
        try SchemaObjects(connection, stored).refuseForeign()
        guard try catalog.modulesThatNeedIndexes().isEmpty else { return nil }
        let renames = SchemaRenames(stored, modules)
        guard renames.isEmpty else { return nil }
        let layouts = try plan(renames.stored)
        for layout in layouts {
            guard let module = renames.stored.named(layout.module.name) else { return nil }
            let needed = StoredModule(layout)
            guard needed.hasSameLayout(as: module), needed.hasRenames(of: module) else { return nil }
            // A later version is stored when the file can be written.
            if !options.isReadOnly, isLater(than: module.version) || module.hasOtherRules(layout) {
                return nil
            }
        }
        return layouts.byName
    }

    private func isLater(than version: Int?) -> Bool {
        guard let mine = options.schemaVersion else { return false }
        return version.map { $0 < mine } ?? true
    }

    /// In strict mode, plans the migration and refuses one that leaves values without a place.
    private func refuseLoss() throws {
        guard options.isStrict else { return }
        if let error = try plan().strictError(location: connection.location) { throw error }
    }

    private func upgrade(_ counter: MigrationCounter) throws -> Outcome {
        let renames = SchemaRenames(try catalog.modules(), modules)
        let stored = renames.stored
        let renaming = ModuleRenaming(connection: connection)
        try renaming.run(renames.modules)
        if !renames.isEmpty { try renaming.announce() }
        let unindexed = try catalog.modulesThatNeedIndexes()
        let layouts = try plan(stored)
        var changes: [SchemaChange] = []
        for layout in layouts {
            let name = layout.module.name
            let old = stored.named(name)
            var module = StoredModule(layout)
            module.required = module.requiredFields(layout, before: old)
            let isRenamed = renames.formerName(of: name) != nil || !renames.fields(of: name).isEmpty
            let hasRenames = old.map { module.hasRenames(of: $0) } ?? true
            if isRenamed || !hasRenames || !module.hasSameLayout(as: old) {
                if let change = try bring(old, to: layout, renames: renames, counter: counter) {
                    changes.append(change)
                }
                module.version = options.schemaVersion
                try catalog.save(module)
                try IndexTables(connection: connection).restoreTriggers(layout)
            } else if let old, old.hasOtherRules(layout) {
                if !old.newlyRequired(layout).isEmpty || !old.restricted(layout).isEmpty {
                    changes.append(try fill(old, layout, counter: counter))
                }
                module.version = options.schemaVersion ?? old.version
                try catalog.save(module)
            } else if isLater(than: old?.version) {
                module.version = options.schemaVersion
                try catalog.save(module)
            }
            // An interrupted bulk load left the indexes to be created here.
            if unindexed.contains(name) {
                for index in layout.indexes { try connection.execute(layout.definition(of: index)) }
                if let index = TextIndex(connection, layout) {
                    try index.fill()
                }
                try catalog.setNeedsIndexes(false, module: name)
            }
        }
        connection.clearStatements()
        for index in changes.indices where !changes[index].isNew {
            guard let layout = layouts.first(where: { $0.module.name == changes[index].module }) else {
                continue
            }
            changes[index].incompatible = try StoredValues(layout, connection).incompatible(limit: 10)
        }
        return (layouts.byName, changes.filter { !$0.isEmpty })
    }

    func plan(_ stored: [StoredModule]) throws -> [ModuleLayout] {
        var planner = LayoutPlanner(stored: stored, analyzer: connection.hasFullText ? options.analyzer : nil)
        return try modules.map { module in
            let layout = planner.plan(module, stored: stored.named(module.name))
            try checkSize(of: layout)
            return layout
        }
    }

    /// Gives items without a value of a required field its default.
    private func fill(
        _ old: StoredModule, _ layout: ModuleLayout, counter: MigrationCounter
    ) throws -> SchemaChange {
        var change = SchemaChange(module: layout.module.name)
        try ModuleRewrite(
            connection: connection, old: old, new: layout, keepsText: true, text: text,
            progress: counter.counting(layout.module.name)
        ).fillDefaults(&change)
        return change
    }

    private func bring(
        _ old: StoredModule?, to layout: ModuleLayout, renames: SchemaRenames, counter: MigrationCounter
    ) throws -> SchemaChange? {
        var change = SchemaChange(module: layout.module.name, isNew: old == nil)
        guard let old else {
            for definition in layout.tableDefinitions { try connection.execute(definition) }
            for index in layout.indexes { try connection.execute(layout.definition(of: index)) }
            try TextIndex(connection, layout)?.create()
            try VectorTable.prepare(layout, before: nil, connection)
            return change
        }
        change.formerName = renames.formerName(of: layout.module.name)
        change.renamed = renames.fields(of: layout.module.name).map { .init(from: $0.from, to: $0.to) }
        for field in layout.fields {
            guard let before = old.field(field.name) else {
                change.added.append(field.name)
                continue
            }
            if !field.isFilled(like: before) { change.changed.append(field.name) }
        }
        change.removed = old.fields.filter { layout.field($0.name) == nil }.map(\.name)
        for index in old.indexes where !layout.indexes.contains(index) {
            try connection.execute("DROP INDEX IF EXISTS \(SQLite.quoted(index.name))")
        }
        // The values of these fields are also in other tables, in milliseconds.
        let isReformatted = layout.fields.contains { field in
            old.field(field.name).map { field.isReformatted(from: $0) } ?? false
        }
        let replaces =
            !change.removed.isEmpty || !change.changed.isEmpty || isReformatted
            || layout.hasOtherObjects(than: old)
        let keepsText = !replaces && old.text.map { layout.text?.hasSameWords(as: $0) ?? false } ?? false
        if let text = old.text, !keepsText {
            if layout.text == nil {
                try TextIndex.dropAll(text, connection)
            } else {
                try TextIndex.drop(text, connection)
            }
        }
        try VectorTable.prepare(layout, before: old, connection)
        let rewrite = ModuleRewrite(
            connection: connection, old: old, new: layout, keepsText: keepsText, text: text,
            progress: counter.counting(layout.module.name))
        if replaces {
            try rewrite.replaceTables(&change)
        } else if !change.added.isEmpty {
            try rewrite.addFields(change.added, &change)
        }
        if !replaces, !change.renamed.isEmpty || !StoredModule(layout).hasRenames(of: old) {
            try rewrite.useCurrentNames(&change)
        }
        if !replaces, !old.newlyRequired(layout).isEmpty { try rewrite.fillDefaults(&change) }
        // Changing only the weights keeps the words.
        if !keepsText {
            try TextIndex(connection, layout)?.create()
            try VectorTable(connection, layout)?.removeStale()
        }
        for index in layout.indexes { try connection.execute(layout.definition(of: index)) }
        // A different index or date format does not change any values.
        let isSilent = change.isEmpty && old.newlyRequired(layout).isEmpty && old.restricted(layout).isEmpty
        return isSilent ? nil : change
    }

    /// SQLite allows at most 2,000 columns in a table and in a result.
    private func checkSize(of layout: ModuleLayout) throws {
        let module = layout.module, fields = module.fields.queryable
        let narrow = layout.fields.reduce(0) { $0 + ModuleLayout.narrowColumns(of: $1).count }
        let text = layout.fields.reduce(0) { $0 + ModuleLayout.textColumns(of: $1).count }
        // Each table and each result has up to 30 columns besides those of the fields.
        let widest = max(narrow, text, fields.count) + 30
        if let field = fields.first(where: { $0.searchWeight?.isFinite == false }) {
            throw StoreError(
                .schema, action: "make tables for \"\(module.name)\"", location: connection.location,
                reason: "the weight of \"\(field.name)\" in full text is not a number",
                advice: "Give it a weight above 0 and up to 1,000.")
        }
        guard widest < 1_990 else {
            throw StoreError(
                .schema, action: "make tables for \"\(module.name)\"", location: connection.location,
                reason: "its \(fields.count) fields need \(widest) columns, and SQLite has 2,000",
                advice: "Put fields that no filter needs into an object field.")
        }
    }
}

extension [ModuleLayout] {
    fileprivate var byName: [String: ModuleLayout] {
        Dictionary(map { ($0.module.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension MigrationPlan {
    /// The error of a strict migration. `nil` if all values fit.
    package func strictError(location: String) -> StoreError? {
        let incompatibleModules = modules.filter { !$0.incompatible.isEmpty }
        guard !incompatibleModules.isEmpty else { return nil }
        let count = incompatibleModules.reduce(0) { $0 + $1.incompatible.itemCount }
        let fields = incompatibleModules.flatMap { module in
            module.incompatible.lines.map { "\(module.name): \($0)" }
        }
        return StoreError(
            .incompatible, action: "migrate the store", location: location,
            reason: "\(count.items) would not fit the schema: \(fields.joined(separator: "; "))",
            advice: "Correct the values with the earlier schema, give required fields a default, "
                + "or migrate without `isStrict`: no value is lost.",
            schemaDifference: difference, migrationPlan: self)
    }
}
#endif
