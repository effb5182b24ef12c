#if SQLite
import Foundation
import QuireToolbox

/// What happens when a store is opened whose file was last migrated by a later schema.
///
/// Two versions of an app that share a file would otherwise migrate it back and forth. See
/// `StoreOptions.schemaVersion`.
public enum DowngradePolicy: String, Sendable, Hashable, CaseIterable {
    /// Migrates the file silently.
    case allow
    /// Writes one line to standard error, then migrates the file.
    case warn
    /// Throws `StoreError` (`downgrade`) and leaves the file unchanged.
    case refuse

    /// - Throws: `StoreError` if the policy forbids the migration.
    func check(_ difference: SchemaDifference, location: String) throws {
        guard difference.isDowngrade else { return }
        let downgrades = difference.modules.filter(difference.isDowngrade)
        let isCertain = difference.schemaVersion != nil && downgrades.allSatisfy { $0.fileVersion != nil }
        let reason =
            isCertain
            ? "a later schema has migrated it (the file has version "
                + "\(downgrades.compactMap(\.fileVersion).max() ?? 0), this schema \(difference.schemaVersion ?? 0)): "
                + "\(difference)"
            : "a later schema may have migrated it: \(difference)"
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
            let line =
                "Quire: warning: the migration of \(location) may go back to an older schema: \(reason). "
                + "No value is lost: the item keeps it as an unknown value. "
                + "Set `StoreOptions.downgradePolicy` to refuse or to allow this."
            // If standard error is closed, there is nobody to warn.
            try? FileHandle.standardError.write(contentsOf: Data((PlainText.oneLine(line) + "\n").utf8))
        }
    }
}
#endif
