import Foundation
import LoopbackServer
import QuireCore
import QuireHTTP
import QuireRemote
import Testing
import TransportDoubles

@testable import QuirePocketBase

/// All ways to sign in, on the real server.
@Suite struct SignInTests {
    @Test("A password signs in: lists show what the user may see, and a sign-out hides it again")
    func password() async throws {
        let users = try await UsersCollection.make()
        let authorization = users.authorization()
        #expect(try await authorization.user == nil)
        #expect(try await users.count(authorization) == 0)
        let user = try await authorization.signIn(.password(users.email, users.password), to: users.name)
        #expect(user.id == users.id && user.collection == users.name && user.email == users.email)
        #expect(!user.isSuperuser && !user.isVerified)
        #expect(try await users.count(authorization) == 1)
        try await authorization.signOut()
        #expect(try await users.count(authorization) == 0)
        #expect(try await authorization.user == nil)
        #expect(try await users.superuser.user?.isSuperuser == true)
    }

    @Test("A wrong password is rejected, and whoever is signed in stays so")
    func wrongPassword() async throws {
        let users = try await UsersCollection.make()
        let authorization = users.authorization()
        try await authorization.signIn(.password(users.email, users.password), to: users.name)
        let failure = await #expect(throws: PocketBaseAuthorizationError.self) {
            try await authorization.signIn(.password(users.email, "wrong-password"), to: users.name)
        }
        #expect(failure?.kind == .rejected && failure?.status == 400)
        #expect(failure?.description.contains("wrong-password") == false)
        #expect(try await users.count(authorization) == 1)
    }

    @Test("A way to sign in that the collection does not allow is refused, and the methods say so beforehand")
    func methods() async throws {
        let users = try await UsersCollection.make()
        let authorization = users.authorization()
        var methods = try await authorization.signInMethods(of: users.name)
        #expect(methods.allowsPassword && methods.identityFields == ["email"])
        #expect(!methods.allowsOneTimePassword && !methods.needsTwoFactors && methods.providers.isEmpty)
        #expect(
            await authorizationFailure {
                _ = try await authorization.requestOneTimePassword(email: users.email, in: users.name)
            } == .notAllowed)
        try await users.change(
            .of([
                "passwordAuth": .of(["enabled": .boolean(false)]), "otp": .of(["enabled": .boolean(true)]),
            ]))
        methods = try await authorization.signInMethods(of: users.name)
        #expect(!methods.allowsPassword && methods.allowsOneTimePassword)
        #expect(
            await authorizationFailure {
                try await authorization.signIn(.password(users.email, users.password), to: users.name)
            } == .notAllowed)
        #expect(
            await authorizationFailure {
                try await authorization.signIn(.password(users.email, users.password), to: "no_such_users")
            } == .rejected)
    }

    @Test("A one-time password signs in once")
    func oneTimePassword() async throws {
        let users = try await UsersCollection.make(.of(["otp": .of(["enabled": .boolean(true)])]))
        let authorization = users.authorization()
        #expect(try await !authorization.requestOneTimePassword(email: users.email, in: users.name).isEmpty)
        let (id, password) = try await users.oneTimePassword()
        #expect(
            await authorizationFailure {
                try await authorization.signIn(.oneTimePassword("00000000", id: id), to: users.name)
            } == .rejected)
        try await authorization.signIn(.oneTimePassword(password, id: id), to: users.name)
        #expect(try await users.count(authorization) == 1)
        #expect(
            await authorizationFailure {
                try await authorization.signIn(.oneTimePassword(password, id: id), to: users.name)
            } == .rejected)
    }

    @Test("Two factors: the first one asks for the second, and does not sign in")
    func twoFactors() async throws {
        let users = try await UsersCollection.make(
            .of(["otp": .of(["enabled": .boolean(true)]), "mfa": .of(["enabled": .boolean(true)])]))
        let authorization = users.authorization()
        let kind = await authorizationFailure {
            try await authorization.signIn(.password(users.email, users.password), to: users.name)
        }
        guard case .needsSecondFactor(let factor)? = kind else {
            Issue.record("the first factor ended with \(String(describing: kind))")
            return
        }
        #expect(try await users.count(authorization) == 0)
        // The same way does not count twice.
        #expect(
            await authorizationFailure {
                try await authorization.signIn(
                    .password(users.email, users.password), to: users.name, completing: factor)
            } == .rejected)
        let (id, password) = try await users.oneTimePassword()
        try await authorization.signIn(
            .oneTimePassword(password, id: id), to: users.name, completing: factor)
        #expect(try await users.count(authorization) == 1)
    }

    @Test("OAuth2: the provider gets the code and its verifier from the server, and the user is signed in")
    func oauth2() async throws {
        let service = try LoopbackServer { request in
            request.path == "/token"
                ? .json(#"{"access_token":"access-1","token_type":"Bearer","expires_in":3600}"#)
                : .json(#"{"sub":"42","name":"Grace","email":"grace@example.com","email_verified":true}"#)
        }
        defer { service.stop() }
        let users = try await UsersCollection.make(
            .of([
                "createRule": .string(""),
                "oauth2": .of([
                    "enabled": .boolean(true),
                    "providers": .array([
                        .of([
                            "name": .string("oidc"), "clientId": .string("quire"),
                            "clientSecret": .string("shared"), "displayName": .string("Our service"),
                            "authURL": .string("\(service.url)/authorize"),
                            "tokenURL": .string("\(service.url)/token"),
                            "userInfoURL": .string("\(service.url)/user"), "pkce": .boolean(true),
                        ])
                    ]),
                ]),
            ]))
        let authorization = users.authorization()
        let providers = try await authorization.signInMethods(of: users.name).providers
        let provider = try #require(providers.first)
        #expect(provider.name == "oidc" && provider.displayName == "Our service")
        let address = try #require(provider.url(returningTo: "https://app.example.com/return?x=1&y"))
        let items = try #require(URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems)
        #expect(items.first { $0.name == "redirect_uri" }?.value == "https://app.example.com/return?x=1&y")
        #expect(items.first { $0.name == "state" }?.value == provider.state)
        #expect(items.first { $0.name == "code_challenge_method" }?.value == "S256")

        let user = try await authorization.signIn(
            .oauth2(
                code: "code-1", from: provider, redirectURL: "https://app.example.com/return",
                newUser: .of(["nick": .string("gracie")])),
            to: users.name)
        #expect(user.email == "grace@example.com")
        #expect(user.json["nick"] == .string("gracie"))
        let exchange = try #require(service.requests.first { $0.path == "/token" })
        #expect(exchange.text.contains("code=code-1"))
        #expect(exchange.text.contains("code_verifier=\(provider.codeVerifier)"))
    }

    @Test("A superuser acts as another user, and a user may not")
    func impersonation() async throws {
        let users = try await UsersCollection.make()
        let ada = try await users.superuser.impersonating(users.id, of: users.name, for: .seconds(60))
        #expect(try await users.count(ada) == 1)
        #expect(try await ada.confirm().id == users.id)
        #expect(
            await authorizationFailure { _ = try await ada.impersonating(users.id, of: users.name) }
                == .notAllowed)
        #expect(
            await authorizationFailure {
                _ = try await users.superuser.impersonating("nobody000000000", of: users.name)
            } == .rejected)
    }

    @Test("Listeners see who signs in, out, and is changed")
    func changes() async throws {
        let users = try await UsersCollection.make()
        let authorization = users.authorization()
        var changes = authorization.userChanges.makeAsyncIterator()
        _ = try await authorization.user
        #expect(await changes.next() == .some(nil))
        try await authorization.signIn(.password(users.email, users.password), to: users.name)
        #expect(await changes.next()??.id == users.id)
        try await users.call(
            .patch, Administrator.records(of: users.name, users.id), .of(["nick": .string("countess")]))
        try await authorization.confirm()
        #expect(await changes.next()??.json["nick"] == .string("countess"))
        try await authorization.signOut()
        #expect(await changes.next() == .some(nil))
    }
}
