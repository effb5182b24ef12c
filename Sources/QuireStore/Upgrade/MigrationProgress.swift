#if SQLite
/// The progress of a migration.
public struct MigrationProgress: Sendable, Hashable {
    /// The wire name of the module whose items are written.
    public var module: String
    /// How many items of all modules have been read so far.
    public var items: Int
    /// How many items the migration reads at most.
    public var totalItems: Int

    /// The part of the items that have been read, from 0 to 1. Indexes are created after that.
    public var fraction: Double { totalItems > 0 ? min(1, Double(items) / Double(totalItems)) : 1 }
}

/// Counts the items of a migration.
final class MigrationCounter {
    private var items = 0
    private var total = 0
    private let progress: SchemaUpgrade.Progress?

    init(_ difference: SchemaDifference, _ catalog: Catalog, progress: SchemaUpgrade.Progress?) throws {
        self.progress = progress
        guard progress != nil else { return }
        let stored = try catalog.modules()
        for module in difference.modules {
            guard let table = stored.named(module.formerName ?? module.name)?.table else { continue }
            total += try catalog.connection.count(of: table)
        }
    }

    /// Counts the items of a module, and reports them.
    func counting(_ module: String) -> (Int) throws -> Void {
        { [self] count in
            items += count
            try progress?(MigrationProgress(module: module, items: items, totalItems: total))
        }
    }
}
#endif
