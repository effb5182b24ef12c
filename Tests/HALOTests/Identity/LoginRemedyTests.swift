import Foundation
import Quire
import QuireHALO
import Testing
import TransportDoubles

/// Remedies of rejected logins, registrations and tokens.
@Suite("HALO: remedies of rejected logins")
struct LoginRemedyTests {
    private static let token = ScriptedTransport.Step.status(
        200, [:], #"{"access_token":"app-t0ken"}"#)

    private func engine(_ steps: [ScriptedTransport.Step]) throws -> HALOEngine {
        HALOEngine(
            baseURL: try #require(URL(string: "https://halo.example/cms")),
            credentials: .app(id: "client-1d", secret: "s3cret"),
            authorizationSettings: .init(timeout: .seconds(900), retries: .never),
            settings: .init(timeout: .seconds(900), retries: .never),
            transport: ScriptedTransport(steps))
    }

    @Test(
        "The error of a rejected login says to check email and password, not the query",
        arguments: [400, 401, 422])
    func login(_ status: Int) async throws {
        let refusal = ScriptedTransport.Step.status(
            status, [:], #"{"error":{"message":"Credentials are not valid","type":"HaloError"}}"#)
        let halo = try engine([Self.token, refusal, Self.token, refusal])
        let error = await #expect(throws: HALOError.self) {
            try await halo.logIn(.email("ada@example.com", password: "passw0rd"))
        }
        let text = try #require(error?.description)
        #expect(text.contains("Credentials are not valid"))
        #expect(
            text.hasSuffix(
                "Check the email and password, or get a new token from the other network. Then log in again.")
        )
        #expect(!text.contains("query") && !text.contains("module"))
    }

    @Test(
        "The error of a rejected registration names the profile, or the existing account",
        arguments: [(400, "profile"), (409, "exists already"), (403, "allow this app")])
    func register(_ status: Int, _ words: String) async throws {
        let halo = try engine([Self.token, .status(status)])
        let error = await #expect(throws: HALOError.self) {
            try await halo.register(.email("ada@example.com", password: "passw0rd"))
        }
        #expect(error?.description.contains(words) == true)
        #expect(error?.description.contains("query") == false)
    }

    @Test("The server's own failure is not attributed to the login")
    func failing() async throws {
        let halo = try engine([Self.token, .status(503)])
        let error = await #expect(throws: HALOError.self) {
            try await halo.logIn(.email("ada@example.com", password: "passw0rd"))
        }
        #expect(error?.description.contains("try again later") == true)
    }

    @Test("An error type that repeats a secret does not reveal it")
    func secrets() async throws {
        let halo = try engine([
            Self.token,
            .status(400, [:], #"{"error":"bad passw0rd","message":"app-t0ken of ada@example.com"}"#),
        ])
        let error = await #expect(throws: HALOError.self) {
            try await halo.logIn(.email("ada@example.com", password: "passw0rd"))
        }
        let text = "\(try #require(error)) \(error?.type ?? "") \(error?.message ?? "")"
        for secret in ["passw0rd", "app-t0ken", "ada@example.com"] { #expect(!text.contains(secret)) }
    }
}
