import Foundation
import Quire
import QuireIndexing
import QuireSync
import SampleModules
import Testing

@testable import QuireAlgolia
@testable import QuireCluster
@testable import QuireCore
@testable import QuireEngine
@testable import QuireHALO
@testable import QuireHTTP
@testable import QuireOpenSearch
@testable import QuirePocketBase
@testable import QuireRemote
@testable import QuireStore
@testable import QuireTypesense

/// Nodes without a response, mismatched collections, and the rejections of each search engine.
@Suite("Errors of clusters: the remedy matches the failure")
struct ClusterRemedyTests {
    private static func nodes(
        _ cause: NodesError.Cause, attempts: Int = 0, failures: [NodeFailure] = []
    ) -> NodesError {
        NodesError(
            cause: cause, method: "POST", path: "/books", failures: failures, attempts: attempts,
            elapsed: .milliseconds(1_500))
    }

    private static func collection(_ reason: CollectionError.Reason, _ facts: String...) -> CollectionError {
        CollectionError(reason, engine: "Typesense", collection: "books_1", facts: facts)
    }

    private static func typesense(_ status: Int, _ message: String = "No.") -> TypesenseError {
        TypesenseError(status: status, message: message, call: "GET /x")
    }

    private static func openSearch(
        _ kind: OpenSearchError.Kind, _ status: Int?, _ reason: String = "no"
    ) -> OpenSearchError {
        OpenSearchError(kind, "search in books", status: status, reason: reason)
    }

    private static func algolia(_ status: Int) -> AlgoliaError {
        AlgoliaError(
            HTTPResponse(status: status, body: Data(#"{"message":"No."}"#.utf8)), to: "POST /q", hiding: [])
    }

    static let table: [Remedy] = [
        Remedy(
            nodes(.noNodes),
            "POST /books: there are no nodes. Give the engine the address of at least one node."),
        Remedy(
            nodes(.allFailed, attempts: 2),
            "POST /books: no node responded after 2 attempts in 1.5 s. "
                + "Check that the nodes run and can be reached from here, and their logs."),
        Remedy(
            nodes(
                .allFailed, attempts: 1,
                failures: [NodeFailure(address: "http://a:1", reason: .status(429), date: .distantPast)]),
            "POST /books: no node responded after 1 attempt in 1.5 s (http://a:1: too many requests (status 429)). "
                + "Send fewer requests, or try again later."),
        Remedy(
            nodes(.timedOut, attempts: 1),
            "POST /books: no node responded in time after 1 attempt in 1.5 s. "
                + "Check that the nodes run and are not overloaded, or give the call more time (NodeSettings.timeout)."
        ),
        Remedy(
            nodes(.notTaken),
            "POST /books: no node took the write. A cluster takes writes while more than half of its nodes are up: "
                + "start those that are down, then try again."),
        Remedy(
            nodes(.noLeader),
            "POST /books: the cluster has no leader. A cluster takes writes while more than half of its nodes are up: "
                + "start those that are down, then try again."),
        Remedy(
            nodes(.outcomeUnknown),
            "POST /books: a node did not respond, and it may have done it or not. "
                + "Check whether it was done before you send it again."),
        Remedy(
            collection(.changed, "the field age is missing"),
            "Typesense: the fields of the collection books_1 were changed: the field age is missing. "
                + "Rebuild it: engine.prepare(…, restarting: true), or quire migrate --restart."),
        Remedy(
            collection(.unfinished, "12 items"),
            "Typesense: the collection books_1 exists but is not live: 12 items. Another process is filling it, or ended "
                + "before it was full. Wait for that process, or start over: engine.prepare(…, restarting: true), or quire migrate --restart."
        ),
        Remedy(
            collection(.missing),
            "Typesense has no collection of books_1. Create and fill it: engine.prepare(…), or quire load."),
        Remedy(
            collection(.otherSchema, "hash 1 and 2"),
            "Typesense: the collection books_1 was made for another schema: hash 1 and 2. Call engine.prepare(…), or "
                + "update the app."),
        Remedy(
            collection(.changing, "adds \"pages\""),
            "Typesense: the fields of the collection books_1 are being changed by another program: adds \"pages\". "
                + "Let one program prepare at a time, then call engine.prepare(…) again. It continues where it stopped."
        ),
        Remedy(
            collection(.incompatible, "it is a view"),
            "Typesense: the collection books_1 cannot be changed to fit the schema without losing data: it is a view. "
                + "Name the field or the module otherwise in the schema; or rename the collection, call "
                + "engine.prepare(…) again, and copy the items with quire load."),
        Remedy(
            collection(.unfilled, "\"q_s_age\""),
            "Typesense: the columns \"q_s_age\" of the collection books_1 are not filled yet. "
                + "Call engine.prepare(…), which fills them, or wait for the process that does."),
        Remedy(
            collection(.outdatedWriters, "records were written"),
            "Typesense: the new columns of the collection books_1 cannot be filled: records were written. "
                + "Stop or update the apps that write with the former schema, then call engine.prepare(…) again. "
                + "It continues where it stopped."),
        Remedy(
            ImportInterruptedError(nextLine: 7, summary: ImportSummary(), reason: nodes(.noNodes)),
            "The import stopped at line 7, after 0 items were stored: POST /books: there are no nodes. "
                + "Give the engine the address of at least one node. Import again from that line."),
        // Typesense, by status.
        Remedy(
            typesense(200),
            "Typesense returned 200 to GET /x: No. The response has an unexpected form: check the server's version."
        ),
        Remedy(
            typesense(400),
            "Typesense returned 400 to GET /x: No. "
                + "Check that the collection was prepared by this version of the app: engine.prepare(…)."),
        Remedy(
            typesense(400, ""),
            "Typesense returned 400 to GET /x: no reason given. "
                + "Check that the address is that of a Typesense node, which would give a reason."),
        Remedy(typesense(401), "Typesense returned 401 to GET /x: No. Check the API key and what it may do."),
        Remedy(
            typesense(404),
            "Typesense returned 404 to GET /x: No. Create and fill the collection first: engine.prepare(…), or quire load."
        ),
        Remedy(
            typesense(409),
            "Typesense returned 409 to GET /x: No. Use the one that exists, or delete it first."),
        Remedy(
            typesense(429), "Typesense returned 429 to GET /x: No. Send fewer requests, or try again later."),
        Remedy(
            typesense(500),
            "Typesense returned 500 to GET /x: No. Act on the reason: the same call would fail again."),
        Remedy(
            typesense(503),
            "Typesense returned 503 to GET /x: No. The node lags behind or is short of memory; try again later."
        ),
        Remedy(typesense(302), "Typesense returned 302 to GET /x: No. Check the address of the nodes."),
        // OpenSearch, by kind and status.
        Remedy(
            openSearch(.incomplete, nil),
            "OpenSearch could not search in books: no. Check the state of the cluster's shards, then try again."
        ),
        Remedy(
            openSearch(.unreadable, 200),
            "OpenSearch could not search in books (200): no. "
                + "Check that the address is that of an OpenSearch or Elasticsearch cluster."),
        Remedy(
            openSearch(.refused, 400),
            "OpenSearch could not search in books (400): no. See the cluster's reason."),
        Remedy(
            openSearch(.refused, 404, "the response has no reason"),
            "OpenSearch could not search in books (404): the response has no reason. "
                + "Check that the address is that of an OpenSearch or Elasticsearch cluster."),
        Remedy(
            openSearch(.refused, 401),
            "OpenSearch could not search in books (401): no. Check the credentials."),
        Remedy(
            openSearch(.refused, 403),
            "OpenSearch could not search in books (403): no. Give the user or the key the permission for this call."
        ),
        Remedy(
            openSearch(.refused, 404),
            "OpenSearch could not search in books (404): no. Check the address and the prefix."),
        Remedy(
            openSearch(.refused, 413),
            "OpenSearch could not search in books (413): no. Use a smaller batchSize."),
        Remedy(
            openSearch(.refused, 429),
            "OpenSearch could not search in books (429): no. "
                + "The cluster is busy: send fewer requests, or try again later."),
        Remedy(
            openSearch(.refused, 503),
            "OpenSearch could not search in books (503): no. The cluster failed; try again later."),
        // Algolia, by status.
        Remedy(
            algolia(400),
            "POST /q returned 400: No. Check the query, and that the index has the settings of its module (prepare)."
        ),
        Remedy(
            algolia(403),
            "POST /q returned 403: No. Check the application's ID, the key, and what the key may do."),
        Remedy(
            algolia(404),
            "POST /q returned 404: No. Check the index's name and prefix, and that it was loaded."),
        Remedy(algolia(413), "POST /q returned 413: No. Write smaller items."),
        Remedy(algolia(429), "POST /q returned 429: No. Send fewer requests, or try again later."),
        Remedy(algolia(503), "POST /q returned 503: No. The service failed; try again later."),
        Remedy(
            algolia(418), "POST /q returned 418: No. Check the response's body for what the service says."),
        Remedy(
            AlgoliaResponseError(request: "POST /q", place: "hits[3]", expected: "an object"),
            "POST /q: expected an object at hits[3]. "
                + "Check that the address is the service's, and that this engine loaded the index."),
    ]

    @Test("Each error says what failed, why, and what to do", arguments: table)
    func remedy(_ remedy: Remedy) { remedy.check() }
}

/// Rejections of PocketBase, and sign-ins that failed or ended.
@Suite("Errors of PocketBase: the remedy matches the failure")
struct PocketBaseRemedyTests {
    private static func authorization(
        _ kind: PocketBaseAuthorizationError.Kind, status: Int? = nil, detail: String = ""
    ) -> PocketBaseAuthorizationError {
        PocketBaseAuthorizationError(kind, "users", status: status, detail: detail)
    }

    private static func refusal(_ status: Int, _ data: String = "{}") -> PocketBaseError {
        PocketBaseError(
            HTTPResponse(
                status: status, body: Data(#"{"data":\#(data),"message":"No.","status":\#(status)}"#.utf8)),
            "search in books")
    }

    static let table: [Remedy] = [
        Remedy(
            refusal(400),
            "PocketBase could not search in books (400): No. "
                + "Check that the collection has the schema's fields, and that its rules and those of related collections allow this call."
        ),
        Remedy(
            refusal(400, #"{"title":{"code":"validation_required","message":"Cannot be blank."}}"#),
            "PocketBase could not search in books (400): No.; title: Cannot be blank. "
                + "Correct the values that the server names."),
        Remedy(
            refusal(401),
            "PocketBase could not search in books (401): No. Sign in: the server wants a valid token."),
        Remedy(
            refusal(403),
            "PocketBase could not search in books (403): No. "
                + "Sign in as somebody whom the collection's rules allow this call."),
        Remedy(
            refusal(404),
            "PocketBase could not search in books (404): No. Check the base URL and the name of the collection. "
                + "The server also says this if a rule forbids the call."),
        Remedy(refusal(413), "PocketBase could not search in books (413): No. Send less at once."),
        Remedy(
            refusal(429),
            "PocketBase could not search in books (429): No. Send fewer requests, or try again later."),
        Remedy(
            refusal(503),
            "PocketBase could not search in books (503): No. The server failed: try again later."),
        Remedy(
            PocketBaseError(
                .unreadable, "search in books", status: 200, message: "there is no list of records"),
            "PocketBase could not search in books (200): there is no list of records. "
                + "Check that the address is that of a PocketBase server."),
        Remedy(
            authorization(.rejected, status: 400, detail: "Failed to authenticate."),
            "Signing in to users: the server does not accept the credentials (status 400): Failed to authenticate. "
                + "Check the credentials and the name of the collection."),
        Remedy(
            authorization(.notAllowed, status: 403),
            "Signing in to users: the collection does not allow it (status 403). "
                + "Use one of the ways in signInMethods(of:), or change the collection's settings."),
        Remedy(
            authorization(.needsSecondFactor(multiFactorID: "f7"), status: 401),
            "Signing in to users: a second factor is needed (status 401). "
                + "Sign in in another way as well, with the error's multiFactorID as completing."),
        Remedy(
            authorization(.notSignedIn), "Signing in to users: nobody is signed in. Call signIn first."),
        Remedy(
            authorization(.signInEnded, status: 401),
            "Signing in to users: the token has expired or was revoked (status 401). "
                + "Sign in again, or sign out to go on as a guest."),
        Remedy(
            authorization(.unavailable, status: 503),
            "Signing in to users: the server did not confirm the token (status 503). Try again later."),
        Remedy(
            authorization(.invalidResponse, detail: "it is not JSON"),
            "Signing in to users: the server's response contains no usable token: it is not JSON. "
                + "Check that the base URL is PocketBase's, and that no proxy responds in its place."),
        Remedy(
            authorization(.identityChanged),
            "Signing in to users: the user changed while the request was in flight. "
                + "Send the request again if it is still wanted."),
        Remedy(
            authorization(.timedOut),
            "Signing in to users: the request's deadline passed while it waited for the token. "
                + "Try again, or give a later deadline."),
        Remedy(
            PocketBaseSyncError(.guest, "books"),
            "Could not sync \"books\": nobody is signed in, and the stored content was read by a user. "
                + "Sign in, or clear the content first: sync.clear(…)."),
        Remedy(
            PocketBaseSyncError(.accessChanged),
            "Could not sync the selection: the sign-in changed while it was read. Sync again."),
    ]

    @Test(arguments: table) func remedy(_ remedy: Remedy) { remedy.check() }
}

/// Apps print errors to terminals and logs: text from a server or a file in them must not control either.
@Suite("Errors with hostile text from outside print on one line, escaped")
struct HostileErrorTests {
    private static let hostile = "a\u{1B}[2J\u{9B}31m\u{202E}\u{200B}\u{E0041}\r\nforged: b"

    static let errors: [any Error] = {
        var decoding = ContentDecodingError(
            module: hostile, id: hostile, path: "items.\(hostile)", byteOffset: 1, expected: "a text",
            found: hostile)
        var operation = WriteOperation(.update, Authors.descriptor)
        operation.id = hostile
        var failure = WriteError(.invalid, operation, message: hostile)
        failure.fields = [.init(name: hostile, code: hostile, message: hostile)]
        let body = Data(
            "{\"message\":\(JSONValue.string(hostile)),\"error\":\(JSONValue.string(hostile))}".utf8)
        let response = HTTPResponse(status: 400, body: body)
        let request = HTTPRequest(.get, URL(filePath: "/"))
        var list: [any Error] = [
            decoding, failure, QueryError(.invalidCursor, module: hostile, node: hostile, expected: hostile),
            UnsupportedError(engine: hostile, node: hostile, hint: hostile),
            UnreadableItemError(instance: Data(), reason: decoding),
            NotStoredError(subject: hostile), ResponseCountError(engine: hostile, requested: 1, returned: 0),
            HALOResponseError(request: hostile, path: hostile, expected: hostile, found: hostile),
            InvalidIDError(subject: "module", id: hostile, reason: "it is empty"),
            TransportError(.other, request, detail: hostile),
            TypesenseError(status: 400, message: hostile, call: hostile),
            OpenSearchError(.refused, hostile, status: 400, type: hostile, reason: hostile),
            AlgoliaError(response, to: hostile, hiding: []),
            HALOError(status: 400, response, to: request), SyncStateChangedError(module: hostile),
            ObjectIndexError(id: hostile, reason: hostile),
            CollectionError(.changed, engine: "e", collection: hostile, facts: [hostile]),
        ]
        #if SQLite
        list.append(
            StoreError(resultCode: 11, message: hostile, action: hostile, location: hostile))
        list.append(RejectedLineError(line: 1, error: decoding))
        #endif
        return list
    }()

    @Test("No escape sequence, line break or invisible character gets through", arguments: errors.indices)
    func hostile(_ index: Int) {
        let text = "\(Self.errors[index])"
        let hidden = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        #expect(hidden.isEmpty, "\(text.debugDescription)")
    }
}
