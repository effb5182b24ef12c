#if SQLite
import QuireCore

extension SchemaUpgrade {
    /// Plans the migration of the file, reading one state of it.
    func plan() throws -> MigrationPlan {
        try connection.transaction(.deferred) {
            let difference = try difference()
            let isStore = try catalog.state() == .store
            let stored = SchemaRenames(isStore ? try catalog.modules() : [], self.modules).stored
            var modules: [MigrationPlan.Module] = []
            for layout in try plan(stored) {
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
        plan.items = try connection.count(of: old.table)
        plan.indexes = indexedFields(old)
        let sample = try MigrationSample(new, text)
        let clock = ContinuousClock()
        let start = clock.now
        try convert(old, &plan, sample: sample)
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
        _ old: StoredModule, _ plan: inout MigrationPlan.Module, sample: MigrationSample
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

/// Writes the first items of a module into new tables in memory, to measure how long a migration takes.
final class MigrationSample {
    static let size = 2_000

    private let connection: Connection
    private let layout: ModuleLayout
    private let rows: RowWriter
    private let clock = ContinuousClock()
    private var count = 0
    /// How long writing has taken, in seconds.
    private(set) var seconds = 0.0

    init(_ layout: ModuleLayout, _ text: TextContext) throws {
        self.layout = layout
        connection = try Connection(
            "memory", mode: .memory, busyTimeout: 0, text: TextContext(text.analyzer))
        try Catalog(connection: connection).create()
        for definition in layout.tableDefinitions { try connection.execute(definition) }
        let unindexed = ModuleLayout(
            module: layout.module, table: layout.table, textTable: layout.textTable, fields: layout.fields,
            objects: layout.objects, indexes: [])
        rows = try RowWriter(RowShape(unindexed), connection, follower: nil)
        try connection.execute("BEGIN")
    }

    func take(_ item: RowConversion.Item, _ row: borrowing RowCells) throws {
        guard count < Self.size else { return }
        count += 1
        let start = clock.now
        _ = try rows.write(row, item: item.number)
        seconds += (clock.now - start) / .seconds(1)
    }

    /// How long the writing part of a plan takes, in seconds.
    func estimate(_ plan: MigrationPlan.Module, _ difference: SchemaDifference.Module) throws -> Double {
        guard count > 0 else { return 0 }
        let items = Double(plan.items) / Double(count)
        var total = seconds / Double(count) * Double(plan.writtenItems)
        let isRewritten = plan.work == .rewrite
        if isRewritten || difference.changesIndexes {
            total += items * (try measure { for index in layout.indexes { try create(index) } })
        }
        if isRewritten || difference.rebuildsFullText {
            total += items * (try measure { try TextIndex(connection, layout)?.create() })
        }
        return total
    }

    private func create(_ index: ColumnIndex) throws {
        try connection.execute(layout.definition(of: index))
    }

    private func measure(_ body: () throws -> Void) throws -> Double {
        let start = clock.now
        try body()
        return (clock.now - start) / .seconds(1)
    }
}
#endif
