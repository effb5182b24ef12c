import Foundation
import Quire
import QuireIndexing
import SampleModules
import Testing

@testable import QuireEngine
@testable import QuireHTTP
@testable import QuireSync

/// Syncs, pending writes, conflicts, and indexes that follow a store.
@Suite("Errors of syncs, writes and indexes: the remedy matches the failure")
struct SyncRemedyTests {
    private static let delay = Duration.seconds(30)
    private static let later =
        "Quire tries again later; correct what the reason names if it stays so."

    static let table: [Remedy] = [
        Remedy(
            SyncStateChangedError(module: "books"),
            "Could not sync \"books\": another sync, or a clear, changed it at the same time. Sync again."),
        Remedy(
            SyncLocaleError(module: "books", storedLocale: "de", rangeLocale: nil),
            "Could not sync a range of \"books\": the stored content has the locale de, the range of the server. "
                + "Use the stored locale, or sync without a range first."),
        Remedy(
            OutboxUnreadableError(number: 5, reason: "its part \"x\" is unknown"),
            "Could not read the pending write #5: its part \"x\" is unknown. "
                + "It stays in the outbox: send it with the version of the app, and of the schema, that wrote it."
        ),
        Remedy(
            OutboxBusyError(),
            "Could not change the outbox: another process is sending it. Try again when that process has finished."
        ),
        Remedy(
            OutboxEntryNotFoundError(number: 5),
            "Could not change the pending write #5: it was sent, settled or dropped meanwhile. "
                + "Reload the list of pending writes."),
        Remedy(
            UnmergeableConflictError(failure: Remedy.failure(.conflict)),
            "Could not merge the conflict of authors 1: your write is a delete, or lacks required fields. "
                + "Resolve it with keepMine or takeTheirs."),
        Remedy(
            QueryWriteError(written: 100, matched: 250, failure: Remedy.failure(.exists)),
            "Stopped after 100 of 250 items: Could not update authors 1: the item was updated after it was read. "
                + "Update the item, or create it with another id. Then call it again for the remaining items."
        ),
        Remedy(
            EmptyBatchError(),
            "Could not write the batch: it is empty. Add an operation to it, or do not write it."),
        Remedy(
            LineTooLongError(line: 3, limit: 10),
            "Could not read line 3: it is longer than 10 bytes. "
                + "Check that each line is one JSON value, or raise the limit."),
        // Indexes.
        Remedy(
            IndexingError.noIndexer(type: "books"),
            "No indexer handles \"books\", which a provider reports. Add one, or remove the type."),
        Remedy(
            IndexingError.twoProviders(type: "books"), "Two providers report \"books\". Add each type once."),
        Remedy(
            IndexingError.otherJournal(index: "spotlight"),
            "The changes of a store are journaled in its own file. Give \"spotlight\" that store as its journal."
        ),
        Remedy(
            IndexingError.running(index: "spotlight"),
            "Another monitor called \"spotlight\" runs over the same journal. Use that one, or another name."),
        Remedy(
            IndexingError.wrongCount(type: "books", expected: 3, found: 2),
            "The indexer of \"books\" returned 2 objects for 3. Return nil for each object that does not exist."
        ),
        Remedy(
            IndexingError.stuckCursor(type: "books"),
            "The provider of \"books\" returned the cursor that it was given. Return nil after the last page."
        ),
        Remedy(
            IndexingError.lost(type: "books"),
            "The index has lost objects of \"books\". Nothing is to be done: Quire indexes all of them again."
        ),
        Remedy(
            IndexingError.foreignIdentifier("a\u{1B}b"),
            "\"a\\u{1B}b\" is not an identifier of this formatter. Check where it comes from."),
        Remedy(
            ObjectIndexError(id: "1", reason: "it has no title"),
            "Could not index 1: it has no title. \(later)"),
        Remedy(
            IndexUpdateError(
                type: "books", ids: [], error: IndexingError.twoProviders(type: "books"), delay: delay),
            "Could not index \"books\": Two providers report \"books\". Add each type once. \(later)"),
        Remedy(
            IndexUpdateError(
                type: "books", ids: ["1"], error: ObjectIndexError(id: "1", reason: "no"), delay: delay),
            "Could not index \"1\" of \"books\": no. \(later)"),
    ]

    @Test("Each error says what failed, why, and what to do", arguments: table)
    func remedy(_ remedy: Remedy) { remedy.check() }

    @Test("A conflict explains how to resolve it")
    func conflict() throws {
        let failure = Remedy.failure(.conflict, newer: #"{"id":"1","values":{"fullName":"Ada"}}"#)
        var operation = WriteOperation(.update, Authors.descriptor)
        operation.id = "1"
        let conflict = try #require(WriteConflictError<Authors>(failure, of: operation))
        #expect(
            "\(conflict)" == "Could not update authors 1: the item was updated after it was read. "
                + "Resolve the conflict: keep one of the two, or merge them.")
    }
}
