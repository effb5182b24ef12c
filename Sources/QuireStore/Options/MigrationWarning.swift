#if SQLite
import Foundation
import QuireToolbox

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
