public import Foundation
import QuireCore

/// The files of Quire's hooks for a PocketBase server: a journal of changes, and a check for conflicts.
///
/// ```swift
/// try PocketBaseHooks().write(to: URL(filePath: "pb_hooks"))
/// let engine = PocketBaseEngine(baseURL: url, settings: PocketBaseSettings(syncs: .init(usesJournal: true)))
/// ```
/// PocketBase runs the JavaScript files of the folder `pb_hooks` beside its data. With the journal, a sync reads exactly what
/// has changed, including deletions. With the check, an update that names the version that it is based on is refused with
/// 412 if the record has changed since. Writes through the API and the dashboard are covered, SQL commands are not. Each write
/// appends one small row. Entries are removed after 30 days, except the last one, and the claims of
/// `PocketBaseConflictDetection.revisions` after a day.
public struct PocketBaseHooks: Sendable, Hashable {
    /// The rule that says who may read the journal, which names collections and ids of records. `nil` means superusers.
    public var readers: String?

    /// - Parameter readers: The list rule of the journal's collection. It should be at least as strict as the list rules of
    ///   the other collections. It applies when the collection is created, at the first start; later, change it in the
    ///   dashboard.
    public init(readers: String? = "@request.auth.id != ''") {
        self.readers = readers
    }

    /// The texts of the files by their names.
    public var files: [String: String] {
        let rule = readers.map { JSONValue.string($0).description } ?? "null"
        return ["quire.pb.js": Self.handlers, "quire.js": Self.functions.replacing("RULE", with: rule)]
    }

    /// Writes the files into a folder, and creates the folder if it does not exist. The server loads them by itself.
    public func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The functions first, because the server starts again when a file of handlers changes.
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
        }
    }

    /// The header that names the version that a write is based on: the text of `updated`.
    static let versionHeader = "X-Quire-If-Updated"

    /// The collection of the journal.
    static let journal = "quire_journal"
}
