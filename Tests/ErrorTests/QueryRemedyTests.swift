import Foundation
import Quire
import QuireIndexing
import QuireViews
import SampleModules
import Testing

@testable import QuireCore
@testable import QuireEngine
@testable import QuireHALO
@testable import QuireHTTP
@testable import QuireSearch
@testable import QuireServer
@testable import QuireSync
@testable import QuireTesting

/// Invalid queries, contradicting pages, and abandoned searches.
@Suite("Errors of queries: the remedy matches the failure")
struct QueryRemedyTests {
    private static func query(_ reason: QueryError.Reason, _ node: String, _ expected: String) -> QueryError {
        QueryError(reason, module: "books", node: node, expected: expected)
    }

    private static func paging(_ reason: PagingError.Reason, _ response: String) -> PagingError {
        PagingError(reason, module: "books", request: .page(2, size: 100), response: response)
    }

    static let table: [Remedy] = [
        Remedy(
            query(.unknownProperty, "\"titel\" in the filter", "one of title, age"),
            "books: \"titel\" in the filter: expected one of title, age"),
        Remedy(
            query(.incompatibleOperation, "sort by \"tags\"", "a field whose values have an order"),
            "books: sort by \"tags\": expected a field whose values have an order"),
        Remedy(
            query(.incompatibleOperand, "like on \"title\"", "a text, not a number"),
            "books: like on \"title\": expected a text, not a number"),
        Remedy(
            query(.tooDeep, "a filter", "at most 256 levels"), "books: a filter: expected at most 256 levels"),
        Remedy(
            query(.invalidPage, "page 0", "a page number of at least 1"),
            "books: page 0: expected a page number of at least 1"),
        Remedy(
            query(.invalidCursor, "cursor \"x\"", "a cursor that the same query gave"),
            "books: cursor \"x\": expected a cursor that the same query gave"),
        Remedy(
            InvalidPatternError(pattern: "a(b", reason: "'(' is not closed", offset: 1),
            "Could not compile the pattern \"a(b\": at character 2, '(' is not closed. Correct the pattern in the "
                + "schema."),
        Remedy(
            ItemNotFoundError(engine: "HALO", module: "books", id: "57ea6aa4"),
            "HALO found no item 57ea6aa4 of books. Check the id and the query's conditions. "
                + "If the item need not exist, call item(ifExists:)."),
        Remedy(
            MissingContentClientError(),
            "The view cannot load content: no view above it has a client. "
                + "Add .contentClient(ContentClient(engine: store)) to the root view."),
        Remedy(
            UnsupportedError(
                engine: "HALO", node: "cursor paging", hint: "it has no cursors; use .page(1, size: 20)"),
            "HALO cannot express cursor paging: it has no cursors; use .page(1, size: 20)"),
        Remedy(
            ScanLimitError(
                engine: "HALO", module: "books", filter: "title contains x", scanned: 500, matchCount: 3),
            "Could not search books: HALO cannot express title contains x, and of 500 items read here only 3 match. "
                + "Narrow the query by what HALO can express, ask for fewer items, or raise maxScanned."),
        Remedy(
            RelationLimitError(
                engine: "HALO", module: "books", relatedModule: "authors", condition: "name = Ann",
                maximum: 1_000),
            "Could not search books: HALO cannot test related items, and more than 1000 items of authors match name = Ann. "
                + "Narrow the condition, or raise the limit with relatedItems(upTo:)."),
        Remedy(
            AggregateError(.overflow, module: "books", function: .sum(.value("pages"))),
            "Could not compute sum of \"pages\" in books: the sum exceeds 64 bits. Narrow the query, or use the average."
        ),
        Remedy(
            AggregateError(.notFinite, module: "books", function: .average(.value("price"))),
            "Could not compute average of \"price\" in books: the sum exceeds the range of Double, or a value is infinite. "
                + "Narrow the query to smaller values."),
        Remedy(
            paging(.otherPage, "page 1"),
            "books: page 2 of size 100 failed: the server sent page 1. "
                + "Check the server's paging; no items after this page were read."),
        Remedy(
            paging(.otherPageSize, "size 50"),
            "books: page 2 of size 100 failed: the server sent size 50. Ask for pages of the size that the server allows."
        ),
        Remedy(
            paging(.tooManyItems, "101 items"),
            "books: page 2 of size 100 failed: the server sent 101 items. Ask for pages of the size that the server allows."
        ),
        Remedy(
            paging(.wrongTotal, "a total of 3"),
            "books: page 2 of size 100 failed: the server sent a total of 3. "
                + "Check the server's paging; no items after this page were read."),
        Remedy(
            paging(.emptyPage, "no items"),
            "books: page 2 of size 100 failed: the server sent no items. "
                + "Check the server's paging; no items after this page were read."),
        Remedy(
            paging(.repeatedPage, "page 1 again"),
            "books: page 2 of size 100 failed: the server sent page 1 again. "
                + "Check the server's paging; no items after this page were read."),
        Remedy(
            paging(.missingItems, "99 of 250 items"),
            "books: page 2 of size 100 failed: the server sent 99 of 250 items. "
                + "Read the items again; if it stays so, check the server's paging."),
        Remedy(
            paging(.incomplete, "99 of 250 items"),
            "books: page 2 of size 100 failed: the server sent 99 of 250 items. "
                + "Read the items page by page with all(query)."),
        Remedy(
            ResponseCountError(engine: "Mine", requested: 3, returned: 2),
            "Mine returned 2 responses to 3 requests. This is a bug in the engine: report it to its author."),
        Remedy(
            MissingFacetError(engine: "Mine", field: "age"),
            "Mine returned a response without the facet \"age\" that the request names. "
                + "This is a bug in the engine: report it to its author."),
        Remedy(
            ValueDecodingError(.wrongType, at: 7, expected: "a string"),
            "Could not decode: expected a string at 7. Correct the document."),
        Remedy(
            NotStoredError(subject: "books"),
            "Could not read \"books\" from the stored responses: none is stored for this request, or it has expired. "
                + "Send the request once with the policy networkElseStored. "
                + "Other filters, sorts or pages are other requests."),
        Remedy(
            MirrorError(
                remote: query(.invalidPage, "page 0", "a page"), local: NotStoredError(subject: "books")),
            "Neither engine returned a response. The remote engine: books: page 0: expected a page. "
                + "The engine on this device: \(NotStoredError(subject: "books"))"),
        Remedy(
            SearchHistoryError(.damaged, at: "/h", reason: "it is not JSON", setAside: "/h.old"),
            "Could not use the search history in /h: it is not JSON. It was moved to /h.old; remove it, or move it back."
        ),
        Remedy(
            SearchHistoryError(.newer, at: "/h", reason: "it has format 9"),
            "Could not use the search history in /h: it has format 9. "
                + "It stays as it is until the next search is recorded, and is moved aside then."),
        Remedy(
            SearchHistoryError(.busy, at: "/h", reason: "it is locked"),
            "Could not use the search history in /h: it is locked. "
                + "Close the other process; the searches stay in memory until the file is free."),
        Remedy(
            SearchHistoryError(.refused, at: "/h", reason: "No space left on device"),
            "Could not use the search history in /h: No space left on device. "
                + "Free some space, or check the permissions; the searches stay in memory until then."),
    ]

    @Test("Each error says what failed, why, and what to do", arguments: table)
    func remedy(_ remedy: Remedy) { remedy.check() }

    @Test(
        "Tags that cannot mark highlights",
        arguments: [
            ("", "</b>", "a tag is empty. Give each tag at least one character."),
            ("<b>", "<b>", "the tags are equal. Give a closing tag that differs from the opening one."),
            (
                "<b", "<b>",
                "one tag is the beginning of the other. Use two tags that do not begin with each other."
            ),
        ])
    func tags(_ opening: String, _ closing: String, _ text: String) {
        let error = #expect(throws: HighlightMarkupError.self) {
            try HighlightMarkup(opening: opening, closing: closing)
        }
        #expect(
            error?.description == "Could not use the tags \"\(opening)\" and \"\(closing)\": \(text)")
    }

    @Test("A text that contains a tag")
    func tagInText() throws {
        let markup = try HighlightMarkup(opening: "<b>", closing: "</b>")
        let error = #expect(throws: HighlightMarkupError.self) {
            try markup.write(HighlightedText("1 <b> 2"))
        }
        let failure =
            "the text contains a tag, or highlights that touch, so it would be read back differently"
        let remedy = "Give tags that the text does not contain, and join highlights that touch."
        #expect(error?.description == "Could not use the tags \"<b>\" and \"</b>\": \(failure). \(remedy)")
    }

    @Test("An item of another module and a line of a file do not mention the server's address")
    func decoding() {
        var error = ContentDecodingError(
            module: "books", id: "1", path: "module", byteOffset: nil, expected: "an item of the module 7",
            found: "8")
        #expect("\(error)".hasSuffix("found 8. Read the item as one of the module that it belongs to."))
        error = ContentDecodingError(
            module: "books", id: nil, path: "", byteOffset: 0, expected: "an object", found: "7")
        #expect("\(error)".contains("no proxy or login page"))
        error.isLine = true
        #expect("\(error)".hasSuffix("found 7. Correct the line, then load the file again."))
    }
}

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

/// The development server, stored tokens, fixtures and recordings, and a missing libcurl.
@Suite("Errors of servers and tests: the remedy matches the failure")
struct ServerRemedyTests {
    static let table: [Remedy] = [
        Remedy(
            ServerError(
                .portInUse, "127.0.0.1:80", reason: "another program listens there",
                advice: "Stop it, or choose another port; 0 means any free one."),
            "Could not serve at 127.0.0.1:80: another program listens there. "
                + "Stop it, or choose another port; 0 means any free one."),
        Remedy(
            ServerError(
                .modules, "module \"books\"", reason: "two modules have this name",
                advice: "Give each a name of its own."),
            "Could not serve module \"books\": two modules have this name. Give each a name of its own."),
        Remedy(
            ServerError(
                .access, "the allowed host \"a b\"", reason: "it is not a host", advice: "Give a name."),
            "Could not use the allowed host \"a b\": it is not a host. Give a name."),
        Remedy(
            TokenStoreError(.corrupt, at: "/t", detail: "a record is damaged"),
            "Could not read the tokens (/t): a record is damaged. They are not used: log in again, which replaces them."
        ),
        Remedy(
            TokenStoreError(.exposed, at: "/t", detail: "its mode is 644, expected 600"),
            "Could not use the tokens, which others may have read (/t): its mode is 644, expected 600. "
                + "Log in again, which writes a file that only its owner can read."),
        Remedy(
            TokenStoreError(.refused, at: "/t", detail: "open: Permission denied"),
            "Could not access the tokens (/t): open: Permission denied. "
                + "Check the permissions of the file and its folder, or the app's access to the keychain."),
        Remedy(
            FixtureError(name: "books.ndjson", line: 3, expected: "a value"),
            "books.ndjson:3: expected a value. Correct the fixture."),
        Remedy(
            CurlUnavailableError(),
            "Could not load libcurl: version 7.68 or newer was not found. "
                + "Install it (Debian: libcurl4), or use URLSessionTransport."),
    ]

    @Test("Each error says what failed, why, and what to do", arguments: table)
    func remedy(_ remedy: Remedy) { remedy.check() }

    @Test("An error about a missing recording lists the recorded requests")
    func recording() {
        let error = RecordingError(request: "GET /a", recorded: ["GET /b"])
        #expect(
            "\(error)"
                == "The recording has no response to GET /a: it holds \n  GET /b\nRecord it again, or correct the request."
        )
    }

    @Test(
        "A failure to open a socket does not mention the address",
        arguments: [
            (EMFILE, "Close files of this process, or raise its limit of open files (ulimit -n)."),
            (ENFILE, "Close other programs: the system has no room for another socket."),
            (EINVAL, "Act on the system's reason, then start the server again."),
        ])
    func sockets(_ code: Int32, _ remedy: String) { #expect(Listener.remedy(of: code) == remedy) }
}
