#if SQLite
import QuireCore

extension SchemaUpgrade {
    /// Plans the migration of the file, reading one state of it.
    func plan() throws -> MigrationPlan {
        try checkSize()
        return try connection.transaction(.deferred) {
            let difference = try difference()
            let isStore = try catalog.state() == .store
            let stored = SchemaRenames(isStore ? try catalog.modules() : [], self.modules).stored
            var modules: [MigrationPlan.Module] = []
            for layout in plan(stored) {
                guard let module = difference.modules.first(where: { $0.name == layout.module.name }) else {
                    continue
                }
                try Task.checkCancellation()
                modules.append(
                    try ModulePlanner(
                        connection: connection, old: stored.named(layout.module.name), new: layout,
                        difference: module, text: text
                    ).plan())
            }
            return MigrationPlan(modules: modules.sorted { $0.name < $1.name }, difference: difference)
        }
    }
}

/// Plans the migration of one module: converts the items like the migration, without writing them.
struct ModulePlanner {
    let connection: Connection
    let old: StoredModule?
    let new: ModuleLayout
    let difference: SchemaDifference.Module
    let text: TextContext

    private static let shownValues = 10

    func plan() throws -> MigrationPlan.Module {
        var plan = MigrationPlan.Module(name: new.module.name, work: work, difference: difference)
        guard let old else { return plan }
        plan.items = Int(
            try connection.integer("SELECT count(*) FROM \(SQLite.quoted(old.table))") ?? 0)
        plan.indexes = indexedFields(old)
        let sample = try MigrationSample(new, text)
        let clock = ContinuousClock()
        let start = clock.now
        try convert(old, &plan, sample)
        let reading = (clock.now - start) / .seconds(1) - sample.seconds
        plan.seconds = max(0, reading) + (try sample.estimate(plan, difference))
        return plan
    }

    private var work: MigrationPlan.Work {
        if old == nil { return .create }
        if !difference.removed.isEmpty || !difference.changed.isEmpty || !difference.reformatted.isEmpty
            || difference.rewritesObjects
        {
            return .rewrite
        }
        if !difference.added.isEmpty { return .addFields }
        if !difference.newlyRequired.isEmpty { return .fillDefaults }
        if difference.formerName != nil || !difference.renamed.isEmpty || difference.rewritesNames {
            return .rename
        }
        return difference.changesIndexes || difference.rebuildsFullText ? .index : .describe
    }

    private func indexedFields(_ old: StoredModule) -> [String] {
        let oldIndexes = work == .rewrite ? [] : Set(old.indexes)
        let created = new.indexes.filter { !oldIndexes.contains($0) }
        return new.fields.filter { field in
            created.contains { index in
                guard let side = index.side else { return field.columnNames.contains(index.column) }
                return side == field.side
                    || side == field.objects && index.column == field.latitude ?? field.column
            }
        }.map(\.name)
    }

    private func convert(
        _ old: StoredModule, _ plan: inout MigrationPlan.Module, _ sample: MigrationSample
    ) throws {
        let conversion = RowConversion(connection, from: old, to: new)
        let source = conversion.source(of: old.fields, table: old.table, textTable: old.textTable)
        var finder = IncompatibleValueFinder(conversion.target, limit: Self.shownValues)
        var filled: [Int: Int] = [:]
        var written = 0
        let isRewritten = work == .rewrite
        let checksValues = work != .index && work != .describe || !difference.restricted.isEmpty
        let condition = checksValues ? "1" : "m.item <= \(MigrationSample.size)"
        let selection = AddedFieldSelection(difference.added, conversion)
        try conversion.run(from: source, where: condition) { item, row in
            try sample.take(item, row)
            guard checksValues else { return }
            finder.check(item, row)
            for field in item.filled { filled[field, default: 0] += 1 }
            let isWritten =
                isRewritten || item.isRenamed || !item.filled.isEmpty
                || work == .addFields && selection.mayHold(row)
            if isWritten { written += 1 }
        }
        plan.writtenItems = written
        plan.incompatible = finder.result
        plan.filled = filled.sorted { $0.key < $1.key }.map { field, count in
            SchemaChange.FilledField(field: new.fields[field].name, count: count)
        }
    }
}
#endif
