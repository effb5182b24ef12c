#if SQLite
import Foundation
import QuireEngine
import QuireText
import QuireToolbox

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

/// What happens when a store is opened whose file was last migrated by a later schema.
///
/// Two versions of an app that share a file would otherwise migrate it back and forth. See
/// `StoreOptions.schemaVersion`.
public enum DowngradePolicy: String, Sendable, Hashable, CaseIterable {
    /// Migrates the file silently, also if values do not fit the schema.
    case allow
    /// Writes one line to standard error, then migrates the file.
    case warn
    /// Throws `StoreError` (`downgrade`) and leaves the file unchanged.
    case refuse

    /// - Throws: `StoreError` if the policy forbids the migration.
    func check(_ difference: SchemaDifference, location: String) throws {
        guard difference.isDowngrade else { return }
        let downgrades = difference.modules.filter(difference.isDowngrade)
        let isCertain = difference.isCertainDowngrade
        let versions =
            difference.schemaVersion.flatMap { mine in
                downgrades.compactMap(\.fileVersion).max().map {
                    " (the file has version \($0), this schema \(mine))"
                }
            } ?? ""
        let reason = "a later schema \(isCertain ? "has" : "may have") migrated it\(versions): \(difference)"
        switch self {
        case .allow: return
        case .refuse:
            throw StoreError(
                .downgrade, action: "open the store", location: location, reason: reason,
                advice: "Update the app that has the older schema, or give it a file of its own. "
                    + (isCertain
                        ? "To migrate the file back, set `downgradePolicy` to `.allow`."
                        : "If the schema removes the field on purpose, set `downgradePolicy` to `.allow` once, "
                            + "or set `schemaVersion`."),
                schemaDifference: difference)
        case .warn:
            MigrationWarning(
                "the migration of \(location) \(isCertain ? "goes" : "may go") back to an older schema: \(reason). "
                    + "No value is lost: the item keeps it as an unknown value. "
                    + "Set `StoreOptions.downgradePolicy` to refuse or to allow this."
            ).write()
        }
    }
}

/// One line on standard error about a migration that an app may not expect.
struct MigrationWarning {
    let text: String

    init(_ text: String) { self.text = text }

    /// Says how many items do not fit the schema after a migration. `nil` if all of them fit.
    init?(_ change: SchemaChange, location: String) {
        let values = change.incompatible
        guard !values.isEmpty else { return nil }
        self.init(
            "\(values.itemCount.items) of \"\(change.module)\" in \(location) \(values.itemCount == 1 ? "does" : "do") not fit "
                + "the schema: \(values.lines.joined(separator: "; ")). No value is lost: the item keeps it as an "
                + "unknown value. Load corrected items: `quire load --store \(location) --module \(change.module) FILE`."
        )
    }

    func write() {
        let line = PlainText.oneLine("Quire: warning: " + text) + "\n"
        // If standard error is closed, there is nobody to warn.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}
#endif
