import Foundation
import Quire
import QuireHTTP
import Testing

@testable import QuirePocketBase

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
