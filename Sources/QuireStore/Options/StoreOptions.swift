#if SQLite

import QuireEngine
import QuireText

/// The options for opening a store.
public struct StoreOptions: Sendable, Hashable {
    /// The maximum number of concurrent readers, 1 to 16.
    public var readers = 4
    /// How many milliseconds to wait for another process that is writing to the file.
    public var busyTimeout = 2_000
    /// Opens the file read-only: writes throw, and so does opening a file that needs a migration.
    ///
    /// This also works in a read-only folder, such as an app's bundle. In that case nobody may change the file while
    /// it is open.
    public var isReadOnly = false
    /// Splits text into words for full-text search. Opening a file with another analyzer rebuilds its index.
    public var analyzer = TextAnalyzer()
    /// A number that increases with each release of the app's schema. The file stores the version that migrated it
    /// last.
    ///
    /// It distinguishes a downgrade from the deliberate removal of a field. If it is not set, each migration that
    /// removes a field or changes its type counts as a downgrade.
    public var schemaVersion: Int?
    /// What to do if a later schema has migrated the file. The default is a warning.
    public var downgradePolicy = DowngradePolicy.warn

    /// Refuses to migrate a file if a value would not fit its field, or a required field would have no value.
    ///
    /// Opening then throws `StoreError` (`incompatible`) with the plan, and leaves the file unchanged. Otherwise items
    /// keep such values as unknown values; `Store.incompatibleValues(of:)` finds them.
    public var isStrict = false
    /// The path of a new file for a backup that is made before a migration; `nil` makes none.
    ///
    /// If a file exists there, opening throws `StoreError` (`exists`) instead of replacing it.
    public var migrationBackup: String?

    /// Computes the vectors of queries and items for search by meaning; `nil` if the app has no model.
    ///
    /// Two options are equal if their embedders have the same model.
    public var embedder: (any Embedder)? {
        get { model?.embedder }
        set { model = newValue.map(EmbedderByModel.init) }
    }

    private var model: EmbedderByModel?

    public init() {}
}

/// An embedder that is compared by its model.
private struct EmbedderByModel: Sendable, Hashable {
    let embedder: any Embedder

    static func == (one: Self, other: Self) -> Bool { one.embedder.model == other.embedder.model }

    func hash(into hasher: inout Hasher) { hasher.combine(embedder.model) }
}
#endif
