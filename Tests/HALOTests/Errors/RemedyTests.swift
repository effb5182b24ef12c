import Foundation
import Quire
import QuireHTTP
import SampleModules
import Testing
import TransportDoubles

@testable import QuireEngine
@testable import QuireHALO

/// Every error ends with a remedy. This list contains each type and cause with its last sentence.
@Suite("Errors: the remedy matches the failure")
struct RemedyTests {
    private static func request(_ method: HTTPRequest.Method = .post, repeatable: Bool) -> HTTPRequest {
        var request = HTTPRequest(method, URL(filePath: "/"))
        request.isRepeatable = repeatable
        return request
    }

    private enum Call: String {
        case search = "POST generalcontent/instance/search"
        case sync = "POST generalcontent/instance/sync"
        case write = "PUT generalcontent/instance/1"
        case batch = "POST generalcontent/instance/batch"
        case module = "PUT generalcontent/module/1"
        case device = "PUT segmentation/appuser/1"
        case login = "POST segmentation/identified/login"
        case register = "POST segmentation/identified/register"
        case pocket = "PUT segmentation/identified-pocket"
        case other = "GET proxy/x"
    }

    private static func halo(_ status: Int, _ call: Call, repeatable: Bool = true) -> HALOError {
        let parts = call.rawValue.split(separator: " ")
        // The part before `/api/` may look like it.
        let url = URL(string: "https://example.org/api/cms/api/\(parts[1])") ?? URL(filePath: "/")
        var request = HTTPRequest(.init(rawValue: String(parts[0])), url)
        request.isRepeatable = repeatable
        return HALOError(status: status, HTTPResponse(status: status), to: request)
    }

    private static func transport(_ kind: TransportError.Kind, repeatable: Bool = true) -> TransportError {
        TransportError(kind, request(repeatable: repeatable))
    }

    private static func waiting() -> TransportError {
        var error = transport(.timedOut, repeatable: false)
        error.waitedForTurn = true
        return error
    }

    private static func write(
        _ reason: WriteError.Reason, status: Int? = nil, kind: WriteOperation.Kind = .create,
        fields: [WriteError.Field] = [], isMissing: Bool = false
    ) -> WriteError {
        var failure = WriteError(reason, WriteOperation(kind, Books.descriptor), message: "m")
        failure.status = status
        failure.fields = fields
        failure.isMissingValues = isMissing
        return failure
    }

    private static func decoding(_ path: String, isMalformed: Bool = false) -> ContentDecodingError {
        var error = ContentDecodingError(
            module: "books", id: nil, path: path, byteOffset: 1, expected: "e", found: "f")
        error.isMalformedDocument = isMalformed
        return error
    }

    private static let lookUp = "The server may have carried it out: check that before you send it again."
    private static let lookUpItem =
        "The server may have written it: look the item up before you send it again."
    private static let address =
        "Check that the address is the content server's, and that no proxy or login page responds in its place."

    static let table: [(error: any Error & Sendable, remedy: String)] = [
        // HALO, by status and call.
        (
            halo(200, .search),
            "Act on the server's message: it reports an error although the status is a success."
        ),
        (
            halo(302, .search),
            "Use the address that the server redirects to as the base URL, if you trust it."
        ),
        (halo(400, .search), "Check the names and values of the query against the server's modules."),
        (halo(400, .sync), "Check the module's name or id, the locale and the dates."),
        (halo(400, .write), "Correct the values that the server names."),
        (halo(422, .write), "Correct the values that the server names."),
        (
            halo(400, .login),
            "Check the email and password, or get a new token from the other network. Then log in again."
        ),
        (
            halo(401, .login),
            "Check the email and password, or get a new token from the other network. Then log in again."
        ),
        (halo(400, .register), "Check the email, the password and the profile against the server's rules."),
        (halo(409, .register), "An account with this email exists already. Log in, or use another email."),
        (halo(400, .module), "Check the module's name."),
        (halo(400, .device), "Check the device's tags and push tokens."),
        (halo(400, .pocket), "Check the pocket's data and lists."),
        (halo(400, .other), "Check the call's path, query and body."),
        (halo(401, .search), "Check the credentials: the server does not accept the token."),
        (halo(403, .search), "Give the app, or the user who is logged in, the permission for this call."),
        (halo(403, .write), "Give the app the permission to edit content, or log a user in who has it."),
        (halo(404, .search), "Check the base URL and the module's name or id."),
        (halo(404, .write), "Check the base URL and the item's id; the item may have been deleted."),
        (halo(404, .module), "Check the base URL and the module's id."),
        (halo(404, .device), "Check the device's id; save a device without an id to get a new one."),
        (halo(404, .login), "Check the base URL."),
        (halo(405, .pocket), "Check the base URL and the server's version: it does not have this call."),
        (halo(408, .search), "Try again."),
        (halo(408, .batch, repeatable: false), lookUpItem),
        (halo(409, .write), "Read the item again and repeat the change: the item was changed meanwhile."),
        (halo(409, .device), "Read what is there, then decide whether to send the call again."),
        (halo(413, .search), "Use a smaller filter, or ask for fewer ids."),
        (halo(413, .write), "Write a smaller item, or split the batch."),
        (halo(415, .login), "Check the Content-Type: the server takes the body in another form."),
        (halo(429, .write, repeatable: false), "Send fewer requests, or try again later."),
        (halo(500, .search), "The server failed: try again later."),
        (halo(503, .write), "The server failed: try again later."),
        (halo(500, .batch, repeatable: false), lookUpItem),
        (halo(502, .register, repeatable: false), "The account may exist now: try to log in."),
        (halo(504, .other, repeatable: false), lookUp),
        (halo(418, .search), "Check the response's body for what the server says."),
        (halo(500, .login, repeatable: false), "The server failed: try again later."),
        // The network: a request that must not be sent twice may have arrived.
        (transport(.timedOut), "Try again, or give a later deadline."),
        (transport(.timedOut, repeatable: false), lookUp),
        (waiting(), "Try again, or give a later deadline."),
        (transport(.connectionLost), "Try again."),
        (transport(.connectionLost, repeatable: false), lookUp),
        (transport(.responseTooLarge), "Ask for smaller pages, or raise maximumResponseBytes."),
        (transport(.responseTooLarge, repeatable: false), lookUp),
        (transport(.invalidResponse), "Check that the address and port are an HTTP server's."),
        (transport(.invalidResponse, repeatable: false), lookUp),
        (transport(.other), "Try again. If it fails again, check the server's log."),
        (transport(.other, repeatable: false), lookUp),
        (transport(.readerTooSlow), "Read faster, or raise maximumBufferedBytes."),
        (transport(.hostNotFound, repeatable: false), "Check the host's name and the network."),
        (transport(.connectionRefused, repeatable: false), "Check that the server runs, and its port."),
        (transport(.offline, repeatable: false), "Try again."),
        (
            transport(.insecure, repeatable: false),
            "Check the server's certificate and the system's list of authorities."
        ),
        (transport(.proxyFailed, repeatable: false), "Check http_proxy, https_proxy and no_proxy."),
        (
            transport(.redirectRefused, repeatable: false),
            "Use the address that the server redirects to, if you trust it."
        ),
        (transport(.tooManyRedirects), "Check the address, or have the redirect loop fixed on the server."),
        (transport(.invalidRequest, repeatable: false), "Correct the request."),
        // Tokens.
        (
            AuthorizationError(.rejected, .app),
            "Check the app's client id and secret, and that they belong to this server."
        ),
        (
            AuthorizationError(.rejected, .appPlus),
            "Check the email and password, or the token of the other network. Then log in again."
        ),
        (
            AuthorizationError(.rejected, .user),
            "Check the user's name and password, and that they belong to this server."
        ),
        (AuthorizationError(.unavailable, .app), "Try again later."),
        (
            AuthorizationError(.invalidResponse, .app),
            "Check that the base URL is HALO's, and that no proxy responds in its place."
        ),
        (
            AuthorizationError(.missingCredentials, .user),
            "Give the engine credentials for this mode, or use another one."
        ),
        (AuthorizationError(.notLoggedIn, .appPlus), "Call logIn first, or send as the app."),
        (AuthorizationError(.loginEnded, .appPlus), "Log in again, or log out."),
        (AuthorizationError(.identityChanged, .app), "Send the request again if it is still wanted."),
        (AuthorizationError(.timedOut, .app), "Try again, or give a later deadline."),
        // Writes.
        (write(.conflict, kind: .update), "Resolve the conflict: keep one of the two, or merge them."),
        (write(.invalid), "Correct the values."),
        (write(.invalid, fields: [.init(name: "id")]), "Use another id."),
        (write(.invalid, isMissing: true), "Set them, or create the item with create(incomplete:)."),
        (write(.invalid, kind: .update, isMissing: true), "Set them to values."),
        (write(.notFound), "Check the id; the item may have been deleted."),
        (write(.notAllowed), "Give the app the permission to edit content, or log a user in who has it."),
        (write(.notAllowed, status: 401), "Check the credentials: the server does not accept the token."),
        (write(.exists), "Update the item, or create it with another id."),
        (write(.noResponse), "It may have been written: look it up before you write it again."),
        (write(.other, status: 503), "It may have been written: look it up, then try again later."),
        (write(.other), "Act on the message: the engine gives no other reason."),
        (EmptyBatchError(), "Add an operation to it, or do not write it."),
        // Responses that cannot be read.
        (
            decoding("items[3].values.title"),
            "Correct the content or the schema; a lenient request keeps the other items."
        ),
        (
            decoding("values.title"),
            "Correct the content or the schema; a lenient request keeps the other items."
        ),
        (decoding("", isMalformed: true), address), (decoding(""), address), (decoding("items"), address),
        (decoding("syncTimestamp"), address),
        (
            decoding("pagination.page"),
            "The server's paging has another form than HALO's: check the server's version."
        ),
        (
            decoding("items[3].values.title", isMalformed: true),
            "The response is damaged or cut off: try again; if it continues, check the server and the proxy before it."
        ),
        (
            HALOResponseError(request: "GET /", path: "", expected: "JSON", found: "something else"),
            "Check that the address is HALO's and that no proxy responds in its place."
        ),
        (
            UnreadableItemError(instance: Data(), reason: decoding("values.title")),
            "Do not write it again: set the field with an update."
        ),
        (InvalidIDError(subject: "module", id: "..", reason: "r"), "Use the id that the server gave."),
        (HALOPocketError(length: 3_000), "Keep less in it, or refer to items by id."),
    ]

    @Test("Each error ends with a matching remedy", arguments: table.indices)
    func remedy(_ index: Int) {
        let (error, remedy) = Self.table[index]
        #expect("\(error)".hasSuffix(remedy), "\(error)")
    }

    // MARK: - With the complete client

    private func client(_ steps: [ScriptedTransport.Step]) throws -> ContentClient {
        ContentClient(
            engine: HALOEngine(
                baseURL: try #require(URL(string: "http://127.0.0.1:9")),
                settings: .init(timeout: .seconds(900), retries: .never), transport: ScriptedTransport(steps))
        )
    }

    @Test("A create that lost its response does not say \"Try again\"; a search does")
    func lostCreate() async throws {
        let content = try client([.failure(.connectionLost), .failure(.connectionLost)])
        var draft = Novels.Draft()
        draft.title = .set("Emma")
        let error = await #expect(throws: TransportError.self) { try await content.create(draft) }
        #expect(error?.description.hasSuffix(Self.lookUp) == true)
        let search = await #expect(throws: TransportError.self) { try await content.fetch(Novels.query()) }
        #expect(search?.description.hasSuffix("Try again.") == true)
    }

    @Test("The remedy of a rejected login is about the login")
    func login() async throws {
        let token = #"{"access_token":"t"}"#
        let script = ScriptedTransport([
            .status(200, [:], token),
            .status(400, [:], #"{"error":{"message":"Credentials are not valid"}}"#),
        ])
        let halo = HALOEngine(
            baseURL: try #require(URL(string: "http://127.0.0.1:9")),
            credentials: .app(id: "i", secret: "secret"), transport: script)
        let error = await #expect(throws: HALOError.self) {
            try await halo.logIn(.email("ada@example.com", password: "wrong"))
        }
        #expect(
            error?.description.contains("Credentials are not valid. Check the email and password") == true
        )
    }

    @Test(
        "An HTML page, an empty response and a truncated one have their own messages",
        arguments: [
            ("<html><body>Sign in</body></html>", "no proxy or login page responds"),
            ("", "no proxy or login page responds"), ("{}", "no proxy or login page responds"),
            (#"{"items":[{"id":"1","values":{"title":"Em"#, "damaged or cut off"),
            (#"{"items":[{"id":"1","values":{}}]}"#, "Correct the content or the schema"),
        ])
    func strangeResponses(_ body: String, _ remedy: String) async throws {
        let content = try client([.status(200, [:], body)])
        let error = await #expect(throws: ContentDecodingError.self) {
            try await content.fetch(Novels.query())
        }
        #expect(error?.description.contains(remedy) == true, "\(error as Any)")
    }
}
