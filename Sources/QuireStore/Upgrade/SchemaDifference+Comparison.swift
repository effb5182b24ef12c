#if SQLite
extension SchemaDifference {
    /// Compares the tables in a file with the layouts that a schema needs.
    ///
    /// - Parameter unindexed: Modules whose indexes must be created because a load was interrupted.
    init(
        renames: SchemaRenames, layouts: [ModuleLayout], unindexed: Set<String>, schemaVersion: Int?
    ) {
        self.schemaVersion = schemaVersion
        let stored = renames.stored
        modules = layouts.map { layout in
            var module = Module(name: layout.module.name)
            guard let old = stored.named(layout.module.name) else {
                module.isNew = true
                module.added = layout.fields.map(\.name)
                return module
            }
            module.fileVersion = old.version
            module.formerName = renames.formerName(of: layout.module.name)
            module.undoesRenames = renames.undone.contains(layout.module.name)
            module.renamed = renames.fields(of: layout.module.name).map { .init(from: $0.from, to: $0.to) }
            for field in layout.fields {
                guard let before = old.field(field.name) else {
                    module.added.append(field.name)
                    continue
                }
                if field.isReformatted(from: before) { module.reformatted.append(field.name) }
                guard !field.isFilled(like: before) else { continue }
                module.changed.append(
                    ChangedField(
                        name: field.name, from: before.storage.signature, to: field.storage.signature))
            }
            module.removed = old.fields.filter { layout.field($0.name) == nil }.map(\.name)
            module.rewritesObjects = layout.hasOtherObjects(than: old)
            let isUnindexed = unindexed.contains(layout.module.name)
            module.changesIndexes = isUnindexed || Set(old.indexes) != Set(layout.indexes)
            module.rebuildsFullText =
                switch (old.text, layout.text) {
                case (nil, nil): false
                case (let old?, let new?): isUnindexed || !new.hasSameWords(as: old)
                default: true
                }
            let needed = StoredModule(layout)
            module.rewritesNames = !needed.hasRenames(of: old)
            module.newlyRequired = old.newlyRequired(layout).map(\.name)
            module.restricted = old.restricted(layout).map(\.name)
            module.updatesCatalog = module.isEmpty && !needed.hasSameLayout(as: old)
            return module
        }.filter { !$0.isEmpty }.sorted { $0.name < $1.name }
    }
}

extension ModuleLayout {
    /// Whether a file lacks a table or a column of listed objects, or has others.
    func hasOtherObjects(than stored: StoredModule) -> Bool { objects != stored.objects }
}
#endif
