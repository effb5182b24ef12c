#if SQLite
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
#endif
