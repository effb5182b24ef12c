#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireServer

/// Brute-forcing credentials.
@Suite struct GuessLimitTests {
    @Test("After the limit, nothing is checked until the period ends, even if the clock is set back")
    func period() throws {
        let limit = GuessLimit()
        for second in 0..<GuessLimit.most {
            try limit.check(at: Int64(second))
            limit.addFailure(at: Int64(second))
        }
        let refusal = #expect(throws: APIError.self) { try limit.check(at: 1_500) }
        #expect(refusal?.status == 429)
        #expect(refusal?.headers.first?.name == "Retry-After")
        #expect(refusal?.headers.first?.value == "59")
        #expect(throws: APIError.self) { try limit.check(at: GuessLimit.period - 1) }
        try limit.check(at: GuessLimit.period)
        try limit.check(at: -1_000_000)
        // A new period has the full number of attempts again.
        for _ in 0..<GuessLimit.most {
            try limit.check(at: GuessLimit.period)
            limit.addFailure(at: GuessLimit.period)
        }
        #expect(throws: APIError.self) { try limit.check(at: GuessLimit.period) }
    }

    @Test(
        "Each kind of login counts, and then correct credentials are rejected too; tokens stay valid",
        arguments: [
            (
                "oauth/token", #"{"grant_type":"client_credentials","client_id":"app","client_secret":"no"}"#,
                401
            ),
            ("oauth/token", #"{"grant_type":"refresh_token","client_id":"app","refresh_token":"x"}"#, 401),
            ("oauth/token", #"{"grant_type":"password","username":"app","password":"no"}"#, 401),
            (
                "oauth/token",
                #"{"grant_type":"password","client_id":"app","client_secret":"secret","username":"a","password":"no"}"#,
                401
            ),
            ("segmentation/identified/login", #"{"email":"a","password":"no"}"#, 400),
        ])
    func everyWay(_ path: String, _ body: String, _ status: Int) async throws {
        let library = try await Library { $0.credentials = .init(clientID: "app", clientSecret: "secret") }
        let app = [("Authorization", "Bearer \(library.api.authorizer.tokens.issue(.app).access)")]
        for _ in 0..<GuessLimit.most {
            #expect(try await library.send("POST", path, body, headers: app).status == status)
        }
        for (path, body) in [
            (path, body),
            (
                "oauth/token",
                #"{"grant_type":"client_credentials","client_id":"app","client_secret":"secret"}"#
            ),
            ("oauth/token", #"{"grant_type":"password","username":"app","password":"secret"}"#),
            ("segmentation/identified/login", #"{"email":"a","password":"b"}"#),
        ] {
            let reply = try await library.send("POST", path, body, headers: app)
            #expect(reply.status == 429)
            #expect(reply.headers["Retry-After"] != nil)
        }
        #expect(try await library.send("GET", "generalcontent/module", headers: app).status == 200)
    }

    @Test("Correct credentials never count, and nothing counts if no credentials are required")
    func rightOnes() async throws {
        let guarded = try await Library { $0.credentials = .init(clientID: "app", clientSecret: "secret") }
        let open = try await Library()
        for _ in 0...GuessLimit.most {
            #expect(
                try await guarded.send(
                    "POST", "oauth/token",
                    #"{"grant_type":"client_credentials","client_id":"app","client_secret":"secret"}"#
                ).status == 200)
            #expect(
                try await open.send(
                    "POST", "segmentation/identified/login", #"{"email":"a","password":"no"}"#
                ).status == 400)
        }
    }
}
#endif
