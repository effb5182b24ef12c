import Foundation
import Quire
import QuireCore
import QuireHTTP
import Synchronization
import Testing

@testable import QuirePocketBase

/// A token of a program's own is not sent after its time, because the server would treat the request as a guest's.
@Suite struct UnexpiredTokenTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func header(_ seconds: TimeInterval) -> String {
        let expiry = Int(now.timeIntervalSince1970 + seconds)
        let claims = Data(#"{"collectionId":"pbc_1","exp":\#(expiry)}"#.utf8).base64EncodedString()
        return "Bearer e30.\(claims.replacing("=", with: "")).c2lnbg"
    }

    /// Gives one header after the other, and repeats the last.
    private final class Headers: AuthorizationProvider, Sendable {
        private let left: Mutex<[String?]>

        init(_ headers: [String?]) { left = Mutex(headers) }

        func authorization(replacing rejected: String?) -> String? {
            left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }
    }

    private static func token(_ headers: [String?]) async throws -> String? {
        try await UnexpiredToken(Headers(headers), now: { now }).authorization(replacing: nil)
    }

    @Test("A good token, a guest's none and a text that is no token are passed on")
    func passed() async throws {
        for header in [Self.header(1), nil, "Bearer opaque", "Bearer a.b.c"] {
            #expect(try await Self.token([header]) == header)
        }
    }

    @Test(
        "For an expired token the provider is asked once more; without a better one the request is not sent")
    func expired() async throws {
        let good = Self.header(600)
        #expect(try await Self.token([Self.header(0), good]) == good)
        for rest in [[], [nil], [Self.header(-600)]] as [[String?]] {
            let error = await #expect(throws: PocketBaseAuthorizationError.self) {
                try await Self.token([Self.header(-1)] + rest)
            }
            #expect(error?.kind == .signInEnded && error?.collection == "pbc_1")
        }
    }

    @Test("A token that expires between two requests ends the second")
    func later() async throws {
        let now = Mutex(Self.now)
        let token = UnexpiredToken(Headers([Self.header(10)]), now: { now.withLock { $0 } })
        #expect(try await token.authorization(replacing: nil) == Self.header(10))
        now.withLock { $0.addTimeInterval(10) }
        await #expect(throws: PocketBaseAuthorizationError.self) {
            try await token.authorization(replacing: nil)
        }
    }
}
