#if SQLite
import Testing

@testable import QuireServer

/// Hosts and origins: which requests are accepted.
@Suite struct AccessRulesTests {
    private func rules(
        host: String = "127.0.0.1", hosts: [String] = [], origins: [String] = [],
        withCredentials: Bool = false
    ) throws -> AccessRules {
        var options = DevelopmentServer.Options()
        options.host = host
        options.allowedHosts = hosts
        options.allowedOrigins = origins
        if withCredentials { options.credentials = .init(clientID: "a", clientSecret: "b") }
        return try AccessRules(
            host: options.host, allowedHosts: options.allowedHosts, allowedOrigins: options.allowedOrigins,
            hasCredentials: options.credentials != nil)
    }

    private func status(_ rules: AccessRules, _ host: String?, _ headers: [(String, String)] = []) -> Int {
        var request = ServedRequest(
            method: "GET", path: "/api/generalcontent/module", query: "",
            headers: headers.map { (name: $0.0, value: $0.1) }, keepsAlive: true, isVersion10: false)
        request.authority = host
        do throws(HTTPError) {
            try rules.check(request)
            return 200
        } catch {
            return error.status
        }
    }

    @Test(
        "Requests to this machine's names are accepted with any port; other names are rejected",
        arguments: [
            ("localhost", 200), ("localhost:8080", 200), ("LOCALHOST:1", 200), ("localhost.", 200),
            ("api.localhost:3000", 200), ("127.0.0.1", 200), ("127.0.0.1:8080", 200), ("127.9.8.7", 200),
            ("[::1]", 200), ("[::1]:8080", 200), ("[0:0:0:0:0:0:0:1]", 200), ("localhost:", 200),
            ("evil.example", 421), ("evil.example:8080", 421), ("localhost.evil.example", 421),
            ("127.0.0.1.evil.example", 421), ("127.evil.example", 421), ("notlocalhost", 421),
            ("192.168.1.5", 421), ("10.0.0.1:8080", 421), ("[::2]", 421), ("[::ffff:127.0.0.1]", 421),
            ("0.0.0.0", 421), ("2130706433", 421), ("0x7f.1", 421), ("127.1", 421), ("[::]", 421),
            ("", 400), (".", 400), ("user@localhost", 400), ("user:pass@localhost:80", 400),
            ("localhost@evil.example", 400), ("localhost:80:80", 400), ("localhost:99999", 400),
            ("localhost:-1", 400), ("localhost:8a", 400), ("local host", 400), ("localhost/", 400),
            ("localhost, evil.example", 400), ("[::1", 400), ("::1", 400), ("[::1%eth0]", 400),
            ("[::1]evil", 400), ("[localhost]", 400), ("löcalhost", 400), ("%6cocalhost", 400),
            (".localhost", 400), ("..localhost", 400), ("a..localhost", 400), ("-.localhost", 400),
            ("a-.localhost", 400), ("localhost..", 400), ("-", 400), ("a_b.localhost", 200),
            (String(repeating: "a", count: 63) + ".localhost", 200),
            (String(repeating: "a", count: 64) + ".localhost", 400),
            (String(repeating: "a.", count: 123) + "localhost", 400),
        ] as [(String, Int)])
    func hosts(_ host: String, _ expected: Int) throws {
        #expect(status(try rules(), host) == expected, "\(host)")
    }

    @Test(
        "Other names are allowed one by one, with an optional port; addresses are allowed if the server listens on them"
    )
    func allowedHosts() throws {
        let named = try rules(hosts: ["devbox.local", "proxy.local:3000"])
        #expect(status(named, "DevBox.local:8080") == 200)
        #expect(status(named, "proxy.local:3000") == 200)
        #expect(status(named, "proxy.local:3001") == 421)
        #expect(status(named, "proxy.local") == 421)
        #expect(status(named, "sub.devbox.local") == 421)
        let own = try rules(host: "192.168.1.5")
        #expect(status(own, "192.168.1.5:8080") == 200)
        #expect(status(own, "192.168.1.6:8080") == 421)
        #expect(status(try rules(host: "fe80::1"), "[fe80::1]:8080") == 200)
        for everywhere in ["0.0.0.0", "::"] {
            let all = try rules(host: everywhere)
            #expect(status(all, "192.168.1.5:8080") == 200)
            #expect(status(all, "[fe80::1]:8080") == 200)
            #expect(status(all, "evil.example") == 421, "a name can be anybody's")
        }
        #expect(status(try rules(), nil) == 200, "HTTP/1.0 may omit it")
        for wrong in ["", "http://devbox.local", "user@devbox.local", "devbox.local/api", "*"] {
            let error = #expect(throws: ServerError.self, "\(wrong)") { try rules(hosts: [wrong]) }
            #expect(error?.code == .access)
        }
    }

    @Test(
        "Requests from other pages are rejected, including reads; programs send neither header",
        arguments: [
            ([], 200), ([("Origin", "http://localhost:8080")], 200),
            ([("Origin", "HTTP://LOCALHOST:8080")], 200),
            ([("Sec-Fetch-Site", "none")], 200), ([("Sec-Fetch-Site", "same-origin")], 200),
            ([("Origin", "https://evil.example")], 403), ([("Origin", "http://evil.example")], 403),
            ([("Origin", "null")], 403), ([("Origin", "")], 403), ([("Origin", "file://")], 403),
            ([("Origin", "https://localhost:8080")], 403), ([("Origin", "http://localhost:3000")], 403),
            ([("Origin", "http://localhost")], 403), ([("Origin", "http://127.0.0.1:8080")], 403),
            ([("Origin", "http://localhost:8080.evil.example")], 403),
            ([("Origin", "http://localhost:8080@evil.example")], 403),
            ([("Sec-Fetch-Site", "cross-site")], 403), ([("Sec-Fetch-Site", "same-site")], 403),
            ([("Sec-Fetch-Site", "CROSS-SITE")], 403), ([("Sec-Fetch-Site", "new")], 403),
            ([("Origin", "http://evil.example"), ("Sec-Fetch-Site", "same-origin")], 403),
            ([("Origin", "http://localhost:8080"), ("Origin", "http://evil.example")], 400),
            ([("Sec-Fetch-Site", "same-origin"), ("sec-fetch-site", "cross-site")], 400),
        ] as [([(String, String)], Int)])
    func origins(_ headers: [(String, String)], _ expected: Int) throws {
        #expect(status(try rules(), "localhost:8080", headers) == expected, "\(headers)")
    }

    @Test("An allowed origin is accepted in any spelling; a similar one is not")
    func allowedOrigins() throws {
        let rules = try rules(origins: [
            "http://localhost:3000", "https://App.example", "capacitor://localhost",
        ])
        for (origin, expected) in [
            ("http://localhost:3000", 200), ("https://app.example", 200), ("https://app.example:443", 200),
            ("capacitor://localhost", 200), ("http://app.example", 403), ("https://app.example:8443", 403),
            ("https://x.app.example", 403), ("https://app.example.evil.example", 403), ("null", 403),
            ("http://localhost:30000", 403),
        ] {
            let headers = [("Origin", origin), ("Sec-Fetch-Site", "cross-site")]
            #expect(status(rules, "localhost:8080", headers) == expected, "\(origin)")
        }
        #expect(
            status(rules, "localhost", [("Sec-Fetch-Site", "cross-site")]) == 403, "not fetched with CORS")
        #expect(status(rules, "evil.example", [("Origin", "http://localhost:3000")]) == 421)
        for wrong in ["localhost:3000", "http://", "null", "http://a/b", "http://u@a", "*.example", "://a"] {
            let error = #expect(throws: ServerError.self, "\(wrong)") { try self.rules(origins: [wrong]) }
            #expect(error?.code == .access)
        }
    }

    @Test("A server that only this machine can reach is distinguished from a public one")
    func loopback() {
        for (host, expected) in [
            ("127.0.0.1", true), ("127.8.8.8", true), ("localhost", true), ("::1", true), ("[::1]", true),
            ("0.0.0.0", false), ("::", false), ("192.168.1.5", false), ("127.example.org", false),
            ("devbox.local", false), ("", false),
        ] {
            var options = DevelopmentServer.Options()
            options.host = host
            #expect(options.isLoopback == expected, "\(host)")
        }
    }

    @Test("Any origin may be allowed, but not if credentials are required")
    func anyOrigin() throws {
        let rules = try rules(origins: ["*"])
        for origin in ["null", "https://any.example"] {
            #expect(status(rules, "localhost", [("Origin", origin)]) == 200)
        }
        #expect(status(rules, "evil.example", [("Origin", "https://any.example")]) == 421)
        let error = #expect(throws: ServerError.self) {
            try self.rules(origins: ["*"], withCredentials: true)
        }
        let text = "\(error.map { "\($0)" } ?? "")"
        #expect(text.hasPrefix("Could not use the allowed origin \"*\": "))
        #expect(text.hasSuffix("Name the origins of your pages, for example http://localhost:3000."))
        _ = try self.rules(origins: ["http://localhost:3000"], withCredentials: true)
    }
}
#endif
