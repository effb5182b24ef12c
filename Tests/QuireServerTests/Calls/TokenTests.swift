#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireServer

/// Tokens, users, pockets, devices, and unknown paths.
@Suite struct TokenTests {
    private let form = [("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")]

    private func guarded(lifetime: Int = 60) async throws -> Library {
        try await Library { options in
            options.credentials = .init(clientID: "app", clientSecret: "s3 cr&t")
            options.tokenLifetime = lifetime
        }
    }

    private func token(_ library: Library, _ fields: String) async throws -> Library.Reply {
        try await library.send("POST", "oauth/token?_app", fields, headers: form)
    }

    private let good = "client_id=app&client_secret=s3%20cr%26t&grant_type="

    @Test("The app gets a token for a form or for JSON; its expiry counts milliseconds")
    func app() async throws {
        let library = try await guarded()
        let reply = try await token(library, good + "client_credentials")
        #expect(reply.status == 200)
        #expect(reply["expires_in"] == .integer(60_000))
        #expect(reply["token_type"] == .string("Bearer"))
        #expect(reply["scope"] == .string("app"))
        let json = try await library.send(
            "POST", "oauth/token",
            #"{"client_id":"app","client_secret":"s3 cr&t","grant_type":"client_credentials","gdpr_consent":"yes"}"#
        )
        #expect(json.status == 200)
        #expect(json["access_token"] != reply["access_token"])
        for fields in [
            "client_id=app&client_secret=x&grant_type=client_credentials", "grant_type=client_credentials",
        ] {
            let refused = try await token(library, fields)
            #expect(refused.status == 401)
            #expect(refused.message == "Client not found or invalid secret")
        }
        #expect(try await token(library, good + "tea").status == 400)
        #expect(try await token(library, good + "%zz").status == 400)
    }

    @Test("A refresh token is valid once, together with the credentials")
    func refresh() async throws {
        let library = try await guarded()
        let first = try await token(library, good + "client_credentials")
        guard case .string(let refresh)? = first["refresh_token"] else { return #expect(Bool(false)) }
        #expect(
            try await token(
                library, "client_id=a&client_secret=b&grant_type=refresh_token&refresh_token=\(refresh)"
            ).status == 401)
        #expect(try await token(library, good + "refresh_token&refresh_token=\(refresh)").status == 200)
        #expect(try await token(library, good + "refresh_token&refresh_token=\(refresh)").status == 401)
        #expect(try await token(library, good + "refresh_token").status == 400)
    }

    @Test("If tokens are required, a call needs a valid one; otherwise any token works")
    func needed() async throws {
        let library = try await guarded()
        let reply = try await token(library, good + "client_credentials")
        guard case .string(let access)? = reply["access_token"] else { return #expect(Bool(false)) }
        for (header, status) in [
            (nil, 401), ("Bearer x", 401), (access, 401), ("Basic \(access)", 401), ("Bearer \(access)", 200),
            ("bearer \(access)", 200),
        ] as [(String?, Int)] {
            let call = try await library.send(
                "GET", "generalcontent/module", headers: header.map { [("Authorization", $0)] } ?? [])
            #expect(call.status == status, "\(header ?? "none")")
        }
        #expect(try await library.send("GET", "authentication/version").status == 200)
        let open = try await Library()
        #expect(try await open.send("GET", "generalcontent/module").status == 200)
        #expect(
            try await open.send("GET", "generalcontent/module", headers: [("Authorization", "x")]).status
                == 200)
    }

    @Test("A token expires")
    func ends() async throws {
        let library = try await guarded(lifetime: 0)
        let reply = try await token(library, good + "client_credentials")
        guard case .string(let access)? = reply["access_token"] else { return #expect(Bool(false)) }
        let call = try await library.send(
            "GET", "generalcontent/module", headers: [("Authorization", "Bearer \(access)")])
        #expect(call.status == 401)
    }

    @Test("A user registers, logs in, and has a pocket of their own")
    func users() async throws {
        let library = try await guarded()
        let app = [("Authorization", "Bearer \(try await access(library))")]
        let profile = try await library.send(
            "POST", "segmentation/identified/register",
            #"{"auth":{"email":"Ada@example.org","password":"pw","network":"halo"},"profile":{"email":"ada@example.org","name":"Ada"}}"#,
            headers: app)
        #expect(profile["name"] == .string("Ada"))
        #expect(profile["password"] == nil)
        let again = try await library.send(
            "POST", "segmentation/identified/register",
            #"{"auth":{"email":"ada@example.org","password":"x"}}"#, headers: app)
        #expect(again.status == 400)
        let wrong = try await library.send(
            "POST", "segmentation/identified/login",
            #"{"email":"ada@example.org","password":"x","network":"halo"}"#, headers: app)
        #expect(wrong.status == 400)
        #expect(wrong.message == "Credentials are not valid")
        let login = try await library.send(
            "POST", "segmentation/identified/login",
            #"{"email":"ada@example.org","password":"pw","deviceId":"d","network":"halo"}"#, headers: app)
        #expect(login["user.id"] == profile["id"])
        guard case .integer(let end)? = login["token.expires_in"],
            case .string(let access)? = login["token.access_token"]
        else { return #expect(Bool(false)) }
        #expect(end > TokenIssuer.now, "a login's token has an expiry")
        let bearer = [("Authorization", "Bearer \(access)")]
        #expect(
            try await library.send("GET", "segmentation/identified-pocket/self", headers: bearer).json
                == .object([]))
        let saved = try await library.send(
            "PUT", "segmentation/identified-pocket",
            #"{"references":{"a":["1"],"b":["2"]},"data":{"page":7}}"#,
            headers: bearer)
        #expect("\(saved.json)" == #"{"references":{"a":["1"],"b":["2"]},"data":{"page":7}}"#)
        _ = try await library.send(
            "PUT", "segmentation/identified-pocket", #"{"references":{"a":null}}"#, headers: bearer)
        let filtered = try await library.send(
            "GET", "segmentation/identified-pocket/self?filterReferences[]=b&filterReferences%5B%5D=a",
            headers: bearer)
        #expect("\(filtered.json)" == #"{"references":{"b":["2"],"a":null},"data":{"page":7}}"#)
        let long = String(repeating: "x", count: 2_001)
        #expect(
            try await library.send(
                "PUT", "segmentation/identified-pocket", #"{"data":"\#(long)"}"#, headers: bearer
            )
            .status == 400)
        let user = try await library.send(
            "POST", "oauth/token?_user",
            "client_id=app&client_secret=s3%20cr%26t&grant_type=password&password=pw&username=ada%40example.org",
            headers: form + [("Authorization", "Basic YTpi")])
        #expect(user.status == 200)
        #expect(
            try await library.send(
                "POST", "oauth/token?_user", "grant_type=password&password=no&username=x", headers: form
            )
            .status == 401)
        let facebook = try await library.send(
            "POST", "segmentation/identified/login", #"{"token":"t","deviceId":"d","network":"facebook"}"#,
            headers: app)
        #expect(facebook.status == 200)
        // An account without a password does not accept an empty one.
        #expect(
            try await library.send(
                "POST", "oauth/token?_user",
                "client_id=app&client_secret=s3%20cr%26t&grant_type=password&password=&username=facebook%20t",
                headers: form
            )
            .status == 401)
    }

    /// A token for the app.
    private func access(_ library: Library) async throws -> String {
        let reply = try await token(library, good + "client_credentials")
        guard case .string(let access)? = reply["access_token"] else { throw NoToken() }
        return access
    }

    private struct NoToken: Error {}

    @Test("Without the client's credentials, there is no token, user or content")
    func noWayAround() async throws {
        let library = try await guarded()
        let app = [("Authorization", "Bearer \(try await access(library))")]
        let register = #"{"auth":{"email":"ada@example.org","password":"pw"}}"#
        let login = #"{"email":"ada@example.org","password":"pw","network":"halo"}"#
        #expect(try await library.send("POST", "segmentation/identified/register", register).status == 401)
        #expect(
            try await library.send("POST", "segmentation/identified/register", register, headers: app).status
                == 200)
        for (method, target, body, headers) in [
            (
                "POST", "segmentation/identified/register",
                register.replacingOccurrences(of: "ada", with: "eve"), []
            ),
            ("POST", "segmentation/identified/login", login, []),
            ("POST", "segmentation/identified/login", #"{"network":"facebook","token":"any"}"#, []),
            ("POST", "segmentation/identified/login", "network=google&token=any", form),
            ("POST", "segmentation/identified/login", login, [("Authorization", "Bearer none")]),
            ("POST", "segmentation/identified/login", login, [("Authorization", "Basic YXBwOnMzIGNyJnQ=")]),
            // A user's password does not replace the client's secret, in any grant.
            ("POST", "oauth/token?_user", "grant_type=password&username=ada%40example.org&password=pw", form),
            ("POST", "oauth/token?_user", "grant_type=password&username=app&password=pw", form),
            ("POST", "oauth/token", "grant_type=client_credentials", form),
            (
                "POST", "oauth/token?client_id=app&client_secret=s3%20cr%26t",
                "grant_type=client_credentials", form
            ),
            ("POST", "oauth/token", "grant_type=client_credentials&client_id=app&client_secret=", form),
            (
                "POST", "oauth/token",
                "grant_type=client_credentials&client_id=APP&client_secret=s3%20cr%26t", form
            ),
            ("POST", "oauth/token", "grant_type=refresh_token&refresh_token=any", form),
            // Other spellings of a path and of a method.
            ("GET", "generalcontent/module/", "", []), ("GET", "generalcontent/%6dodule", "", []),
            ("HEAD", "generalcontent/module", "", []),
            ("GET", "generalcontent/module?access_token=any&_method=OPTIONS", "", []),
            ("GET", "generalcontent/module", "", [("X-HTTP-Method-Override", "OPTIONS")]),
            (
                "POST", "generalcontent/instance/search", "{}",
                [("X-Original-URL", "/api/authentication/version")]
            ),
            ("GET", "segmentation/appuser/d", "", []), ("POST", "segmentation/appuser", "{}", []),
            ("GET", "segmentation/identified-pocket/self", "", []),
            ("DELETE", "generalcontent/instance/version", "", []),
            // Two tokens are invalid.
            ("GET", "generalcontent/module", "", app + [("Authorization", "Bearer none")]),
        ] as [(String, String, String, [(String, String)])] {
            let reply = try await library.send(method, target, body, headers: headers)
            #expect(reply.status == 401, "\(method) \(target) \(body) \(headers)")
            #expect(reply["access_token"] == nil && reply["token"] == nil)
        }
        for path in [
            "generalcontent//module", "GeneralContent/module", "generalcontent/./module",
            "x/../generalcontent/module",
            "generalcontent/x/%2e%2e/module", "authentication/version/../../generalcontent/module",
            "generalcontent%2Fmodule", "authentication/version;/generalcontent/module",
            "/generalcontent/module",
        ] {
            let status = try await library.send("GET", path).status
            #expect(status == 404 || status == 401, "\(path)")
        }
    }

    @Test("The client's credentials can log a user in too, as HALO's SDKs in user mode send them")
    func userMode() async throws {
        let library = try await guarded()
        let reply = try await library.send(
            "POST", "oauth/token?_user", "grant_type=password&password=s3%20cr%26t&username=app",
            headers: form)
        #expect(reply.status == 200)
    }

    @Test("An expired token is rejected, except for a new login of its own user")
    func expired() async throws {
        let library = try await guarded(lifetime: 0)
        // Fills the registry like an app with a valid token.
        for name in ["ada", "eve"] {
            try library.api.registry.register(
                email: name, password: "pw", profile: .object([.init("name", .string(name))]), id: name)
        }
        let token = library.api.authorizer.tokens.issue(.user("ada"))
        let bearer = [("Authorization", "Bearer \(token.access)")]
        func login(_ body: String) async throws -> Int {
            try await library.send("POST", "segmentation/identified/login", body, headers: bearer).status
        }
        #expect(try await library.send("GET", "generalcontent/module", headers: bearer).status == 401)
        #expect(
            try await library.send("GET", "segmentation/identified-pocket/self", headers: bearer).status
                == 401)
        let register = #"{"auth":{"email":"new","password":"pw"}}"#
        #expect(
            try await library.send("POST", "segmentation/identified/register", register, headers: bearer)
                .status
                == 401)
        // HALO's iOS SDK logs in again with the expired token.
        #expect(try await login(#"{"email":"ada","password":"pw"}"#) == 200)
        // The response does not reveal whose password is correct.
        #expect(try await login(#"{"email":"ada","password":"no"}"#) == 401)
        #expect(try await login(#"{"email":"eve","password":"no"}"#) == 401)
        #expect(try await login(#"{"email":"eve","password":"pw"}"#) == 401)
        #expect(try await login(#"{"network":"facebook","token":"t"}"#) == 401)
        var isNew = false
        _ = try library.api.registry.user(ofNetwork: "facebook", token: "t") {
            isNew = true
            return ("facebook", .null)
        }
        #expect(isNew, "a rejected login creates no user")
        let app = library.api.authorizer.tokens.issue(.app)
        #expect(
            try await library.send(
                "POST", "segmentation/identified/login", #"{"email":"ada","password":"pw"}"#,
                headers: [("Authorization", "Bearer \(app.access)")]
            ).status == 401)
    }

    @Test("Secrets are compared by their bytes")
    func secrets() {
        #expect("s3cret".isSameSecret(as: "s3cret"))
        for other in ["", "s3cre", "s3cret ", "S3cret", "s3creu"] {
            #expect(!"s3cret".isSameSecret(as: other))
        }
        // Equal strings in Swift, but different bytes.
        #expect(!"\u{e9}".isSameSecret(as: "e\u{301}"))
    }

    @Test("A pocket belongs to a user")
    func noUser() async throws {
        let library = try await Library()
        #expect(try await library.send("GET", "segmentation/identified-pocket/self").status == 403)
    }

    @Test("Devices are created, read and changed; tokens are added or replaced")
    func devices() async throws {
        let library = try await Library()
        let made = try await library.send(
            "POST", "segmentation/appuser/",
            #"{"alias":"mine","devices":[{"platform":"ios","token":"t1"}],"tags":[{"name":"Platform Name","value":"ios","tagType":"000000000000000000000001"}]}"#
        )
        let id = made.json.instanceID
        #expect(try await library.send("GET", "segmentation/appuser/\(id)").json == made.json)
        let added = try await library.send(
            "PUT", "segmentation/appuser/\(id)",
            #"{"devices":[{"platform":"ios","token":"t2"}],"email":"a@b"}"#)
        #expect(
            "\(added["devices"] ?? .null)"
                == #"[{"platform":"ios","token":"t1"},{"platform":"ios","token":"t2"}]"#)
        #expect(added["alias"] == .string("mine"))
        let replaced = try await library.send(
            "PUT", "segmentation/appuser/\(id)", #"{"devices":[],"tags":[],"replaceTokens":true}"#)
        #expect(replaced["devices"] == .array([]) && replaced["tags"] == .array([]))
        #expect(try await library.send("GET", "segmentation/appuser/none").status == 404)
        #expect(try await library.send("PUT", "segmentation/appuser/none", "{}").status == 404)
    }

    @Test("A device has at most a thousand tags and a thousand tokens")
    func deviceLimits() async throws {
        let library = try await Library()
        func list(_ count: Int, from start: Int = 0) -> String {
            "[" + (start..<start + count).map { #"{"name":"\#($0)"}"# }.joined(separator: ",") + "]"
        }
        for (body, status) in [
            (#"{"id":"d","tags":\#(list(1_001))}"#, 400), (#"{"id":"d","devices":\#(list(1_001))}"#, 400),
            (#"{"id":"d","tags":\#(list(1_000)),"devices":\#(list(1_000))}"#, 200),
            (#"{"id":"d","devices":\#(list(1_000))}"#, 200),
            (#"{"id":"d","devices":\#(list(1, from: 1_000))}"#, 400),
            (#"{"id":"d","devices":\#(list(1, from: 1_000)),"replaceTokens":true}"#, 200),
        ] {
            let reply = try await library.send("POST", "segmentation/appuser", body)
            #expect(reply.status == status, "\(body.prefix(40))")
        }
    }

    @Test("A network's token is one user, and network and id are kept separate")
    func networks() async throws {
        let library = try await Library()
        var users: Set<String> = []
        for (network, token) in [("a", "b c"), ("a b", "c"), ("a", "b c")] {
            let reply = try await library.send(
                "POST", "segmentation/identified/login", #"{"network":"\#(network)","token":"\#(token)"}"#)
            guard case .string(let id)? = reply["user.id"] else { return #expect(Bool(false)) }
            users.insert(id)
        }
        #expect(users.count == 2)
    }

    @Test("A form that is not UTF-8 is rejected, not repaired")
    func brokenForm() async throws {
        let library = try await Library()
        var request = ServedRequest(
            method: "POST", path: "/api/oauth/token", query: "",
            headers: [("Content-Type", "application/x-www-form-urlencoded")], keepsAlive: true,
            isVersion10: false)
        request.body = Array("grant_type=client_credentials&x=".utf8) + [0xFF]
        #expect(await library.api.respond(to: request).status == 400)
        request.body.removeLast()
        #expect(await library.api.respond(to: request).status == 200)
    }

    @Test("Unknown paths and methods are errors")
    func routes() async throws {
        let library = try await Library()
        for (method, path, status) in [
            ("GET", "", 404), ("GET", "x", 404), ("GET", "generalcontent", 404),
            ("GET", "generalcontent/instance", 405),
            ("DELETE", "oauth/token", 405), ("POST", "generalcontent/module", 405),
            ("GET", "generalcontent//module", 404), ("GET", "generalcontent/module/a/b", 404),
            ("GET", "generalcontent/%6Dodule", 200), ("GET", "generalcontent/%zz", 400),
            ("GET", "generalcontent/module/%ff", 400), ("GET", "generalcontent/module/a%00b", 400),
            ("HEAD", "generalcontent/module", 200),
        ] {
            let reply = try await library.send(method, path)
            #expect(reply.status == status, "\(method) \(path)")
        }
        #expect(try await library.send("PATCH", "generalcontent/module").headers["Allow"] == "GET")
        let text = try await library.send(
            "POST", "generalcontent/instance", "{}", headers: [("Content-Type", "text/plain")])
        #expect(text.status == 415)
    }
}
#endif
