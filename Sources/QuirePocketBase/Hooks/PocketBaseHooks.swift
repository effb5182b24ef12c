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

extension PocketBaseHooks {
    /// `quire.pb.js`, which registers the handlers.
    static let handlers = #"""
        /// Quire's hooks, version 3: a journal of all changes, and the check of the version that a write is based on.

        onBootstrap((e) => {
            e.next()
            require(`${__hooks}/quire.js`).prepare(e.app)
        })

        onRecordCreate((e) => require(`${__hooks}/quire.js`).journal(e, "create"))
        onRecordUpdate((e) => require(`${__hooks}/quire.js`).journal(e, "update"))
        onRecordDelete((e) => require(`${__hooks}/quire.js`).journal(e, "delete"))

        onRecordUpdateRequest((e) => require(`${__hooks}/quire.js`).checkVersion(e))
        onRecordDeleteRequest((e) => require(`${__hooks}/quire.js`).checkVersion(e))

        cronAdd("quire_journal", "17 * * * *", () => require(`${__hooks}/quire.js`).trim($app))

        """#

    /// `quire.js`, with `RULE` in place of the journal's rule.
    static let functions = #"""
        /// The functions of quire.pb.js. Each handler runs alone and loads them again.

        /// Who may read the journal, which names collections and ids: a rule that is at least as strict as those of the
        /// collections. `null` means superusers.
        const readers = RULE
        /// How long an entry is kept. A device that was away for longer compares everything.
        const days = 30

        /// Creates the journal's collection, once.
        function prepare(app) {
            try {
                app.findCollectionByNameOrId("quire_journal")
            } catch {
                app.save(new Collection({
                    type: "base", name: "quire_journal", listRule: readers,
                    fields: [
                        { name: "seq", type: "number", onlyInt: true, required: true },
                        { name: "collection", type: "text", required: true },
                        { name: "record", type: "text", required: true },
                        { name: "action", type: "text", required: true },
                        { name: "at", type: "number", required: true },
                    ],
                    indexes: [
                        "CREATE UNIQUE INDEX quire_journal_seq ON quire_journal (seq)",
                        "CREATE INDEX quire_journal_collection ON quire_journal (collection, seq)",
                    ],
                }))
            }
        }

        /// Runs a write and appends its entry in one transaction. There is one writer at a time, so the numbers have no gaps and
        /// appear in their order. The entry is saved as a record, which the server announces to those who may read the journal.
        function journal(e, action) {
            const collection = e.record.collection().name
            if (collection.startsWith("_") || collection === "quire_journal" || collection === "quire_revisions") {
                return e.next()
            }
            const outer = e.app
            outer.runInTransaction((tx) => {
                e.app = tx
                e.next()
                const last = new DynamicModel({ seq: 0 })
                tx.db().newQuery("SELECT COALESCE(MAX(seq), 0) AS seq FROM quire_journal").one(last)
                const entry = new Record(tx.findCachedCollectionByNameOrId("quire_journal"))
                entry.set("id", $security.randomStringWithAlphabet(15, "abcdefghijklmnopqrstuvwxyz0123456789"))
                entry.set("seq", last.seq + 1)
                entry.set("collection", collection)
                entry.set("record", e.record.id)
                entry.set("action", action)
                entry.set("at", Date.now())
                tx.saveNoValidate(entry)
            })
            e.app = outer
        }

        /// Refuses a write that is based on another version than the stored one: header X-Quire-If-Updated, with the text of
        /// `updated`.
        function checkVersion(e) {
            const expected = e.requestInfo().headers["x_quire_if_updated"]
            if (!expected) return e.next()
            const outer = e.app
            outer.runInTransaction((tx) => {
                e.app = tx
                const stored = tx.findRecordById(e.record.collection().id, e.record.id)
                const actual = stored.getString("updated")
                if (actual !== expected) {
                    throw new ApiError(412, "The record was changed: expected the version " + expected + ", found " + actual + ".")
                }
                e.next()
            })
            e.app = outer
        }

        /// Removes old entries, but never the last one, and the claims of revisions of which no writer can know.
        function trim(app) {
            app.db().newQuery(
                "DELETE FROM quire_journal WHERE at < {:before} AND seq < (SELECT MAX(seq) FROM quire_journal)"
            ).bind({ before: Date.now() - days * 86400000 }).execute()
            let revisions
            try {
                revisions = app.findCollectionByNameOrId("quire_revisions")
            } catch {
                return
            }
            if (!revisions.fields.getByName("created")) return
            app.db().newQuery("DELETE FROM quire_revisions WHERE created < {:before}")
                .bind({ before: new Date(Date.now() - 86400000).toISOString().replace("T", " ") }).execute()
        }

        module.exports = { prepare, journal, checkVersion, trim }

        """#
}
