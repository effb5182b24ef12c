#if SQLite
import QuireCore

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
        rows = try RowWriter(RowShape(unindexed), connection, nil)
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

    private func create(_ index: IndexLayout) throws {
        try connection.execute(layout.definition(of: index))
    }

    private func measure(_ body: () throws -> Void) throws -> Double {
        let start = clock.now
        try body()
        return (clock.now - start) / .seconds(1)
    }
}
#endif
