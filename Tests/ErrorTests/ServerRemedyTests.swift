import Foundation
import Quire
import SampleModules
import Testing

@testable import QuireEngine
@testable import QuireHALO
@testable import QuireHTTP
@testable import QuireServer
@testable import QuireTesting

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
