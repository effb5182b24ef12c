#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

import QuireServer

/// The requests of HALO's own SDKs, byte for byte: their calls, headers and bodies.
///
/// Taken from their sources: halo-ios (Router, ParameterEncoding, Request) and halo-android (the remote data sources;
/// OkHttp adds the charset to JSON and sends forms without one).
@Suite(.timeLimit(.minutes(30))) struct OriginalClientTests {
    struct Call: Sendable {
        var line: String
        var type: String?
        var body = ""
        var headers: [String] = []
        var status = 200
        /// Expected words in the response.
        var expects = ""
    }

    private static let form = "application/x-www-form-urlencoded"
    private static let formIOS = "application/x-www-form-urlencoded; charset=utf-8"
    private static let json = "application/json"
    private static let jsonAndroid = "application/json; charset=utf-8"
    private static let books = "5f0000000000000000000001"

    private static let registration =
        #"{"auth":{"email":"ada@example.org","password":"p w&=é","deviceId":"d1","network":"halo"},"profile":{"email":"ada@example.org","name":"Ada","surname":"L"}}"#

    static let iOS: [Call] = [
        // E1, E2: keys in order, escaped as in RFC 3986.
        Call(
            line: "POST /api/oauth/token?_app", type: formIOS,
            body: "client_id=app&client_secret=s%203&grant_type=client_credentials", expects: "access_token"),
        Call(
            line: "POST /api/oauth/token?_user", type: formIOS,
            body: "grant_type=password&password=s%203&username=app",
            headers: ["Authorization: Basic YXBwOnMgMw=="],
            expects: "access_token"),
        // E17: a GET with a body.
        Call(
            line: "GET /api/authentication/version", type: json, body: #"{"current":"true"}"#,
            headers: ["to-cache: 86400"], expects: "minIOS"),
        // E9, E10
        Call(line: "GET /api/generalcontent/module?skip=true", headers: ["to-cache: 0"], expects: books),
        Call(
            line: "GET /api/generalcontent/module?skip=true&withFields=true", headers: ["to-cache: 0"],
            expects: "fields"),
        Call(
            line: "GET /api/generalcontent/module/\(books)?withFields=true", headers: ["to-cache: 0"],
            expects: "fields"),
        // E12, E13, E11
        Call(
            line: "POST /api/segmentation/appuser", type: json,
            body:
                #"{"id":"d1","alias":"anonymous-1","devices":[{"platform":"ios","token":"t"}],"tags":[{"name":"Platform Name","value":"ios","tagType":"000000000000000000000001"}]}"#,
            expects: #""alias":"anonymous-1""#),
        Call(
            line: "PUT /api/segmentation/appuser/d1", type: json,
            body: #"{"id":"d1","alias":"a","devices":[],"tags":[],"replaceTokens":true}"#,
            expects: #""alias":"a""#),
        Call(line: "GET /api/segmentation/appuser/d1", expects: #""alias":"a""#),
        // E15, E14
        Call(
            line: "POST /api/segmentation/identified/register", type: json, body: registration, expects: "Ada"
        ),
        Call(
            line: "POST /api/segmentation/identified/login", type: json,
            body: #"{"email":"ada@example.org","password":"p w&=é","deviceId":"d1","network":"halo"}"#,
            expects: "Ada"),
        Call(
            line: "POST /api/segmentation/identified/login", type: json,
            body: #"{"token":"fb","deviceId":"d1","network":"facebook"}"#, expects: "access_token"),
        // E5, E6, E3, E4, E8, E7
        Call(
            line: "POST /api/generalcontent/instance", type: json,
            body:
                #"{"module":"\#(books)","name":"B","createdAt":1473686540000,"values":{"title":"T"},"tags":[]}"#,
            expects: #""title":"T""#),
        Call(
            line: "PUT /api/generalcontent/instance/i1", type: json,
            body:
                #"{"id":"i1","module":"\#(books)","name":"B","createdAt":1473686540000,"values":{"year":1},"tags":[]}"#,
            expects: #""year":1"#),
        Call(
            line: "POST /api/generalcontent/instance/search", type: json,
            body:
                #"{"segmentMode":"partial","moduleName":"books","pagination":{"page":1,"limit":25,"skip":"false"}}"#,
            headers: ["to-cache: 0"], expects: #""totalItems":"#),
        Call(
            line: "POST /api/generalcontent/instance/search", type: json, body: #"{"segmentMode":"partial"}"#,
            headers: ["to-cache: 60"], expects: #""totalItems":"#),
        Call(
            line: "POST /api/generalcontent/instance/sync", type: json,
            body: #"{"locale":"en-US","moduleName":"books"}"#, headers: ["to-cache: 86400"],
            expects: "syncTimestamp"),
        Call(
            line: "POST /api/generalcontent/instance/batch", type: json,
            body: #"{"deleted":[{"id":"i1"}],"truncated":[{"module":"authors"}]}"#, expects: "operations"),
        Call(line: "DELETE /api/generalcontent/instance/i2", expects: #""deletedAt":1"#),
    ]

    static let android: [Call] = [
        Call(
            line: "POST /api/oauth/token?_app", type: form,
            body: "client_id=app&client_secret=s%203&grant_type=client_credentials", expects: "access_token"),
        Call(
            line: "POST /api/oauth/token?_user", type: form,
            body: "username=app&password=s%203&grant_type=password",
            headers: ["Authorization: Basic YXBwOnMgMw=="],
            expects: "access_token"),
        Call(line: "GET /api/authentication/version/current", expects: "minAndroid"),
        Call(
            line: "GET /api/generalcontent/module?skip=true&withFields=false", headers: ["to-cache: 0"],
            expects: books),
        Call(
            line: "POST /api/segmentation/appuser/", type: jsonAndroid,
            body:
                #"{"id":"d1","alias":"x","email":null,"appId":2,"devices":[{"platform":"android","token":"t"}],"tags":[{"name":"n","value":"v","tagType":"000000000000000000000001"}],"createdAt":null,"updatedAt":null}"#,
            expects: #""alias":"x""#),
        Call(
            line: "PUT /api/segmentation/appuser/d1", type: jsonAndroid,
            body: #"{"id":"d1","alias":"x","devices":[],"tags":[],"replaceTokens":true}"#,
            expects: #""alias":"x""#),
        Call(line: "GET /api/segmentation/appuser/d1", expects: #""alias":"x""#),
        Call(
            line: "POST /api/segmentation/identified/register", type: jsonAndroid, body: registration,
            expects: "Ada"),
        // A login is a form here.
        Call(
            line: "POST /api/segmentation/identified/login", type: form,
            body: "network=halo&email=ada%40example.org&password=p%20w%26%3D%C3%A9&deviceId=d1",
            expects: "Ada"),
        Call(
            line: "POST /api/segmentation/identified/login", type: form,
            body: "network=google&token=g&deviceId=d1", expects: "access_token"),
        Call(
            line: "POST /api/generalcontent/instance/", type: jsonAndroid,
            body: #"{"module":"\#(books)","name":"B","values":{"title":"T"},"tags":[]}"#,
            expects: #""title":"T""#),
        Call(
            line: "PUT /api/generalcontent/instance/i1", type: jsonAndroid,
            body: #"{"id":"i1","module":"\#(books)","values":{"year":1}}"#, expects: #""year":1"#),
        Call(
            line: "POST /api/generalcontent/instance/search", type: jsonAndroid,
            body: #"{"moduleName":"books","pagination":{"page":1,"limit":10,"skip":true}}"#,
            headers: ["to-cache: 0"],
            expects: #"[{"id":"#),
        Call(
            line: "POST /api/generalcontent/instance/sync", type: jsonAndroid,
            body: #"{"moduleName":"books","fromSync":5,"toSync":9000}"#,
            headers: ["to-cache: 86400", "cache-control: no-cache"], expects: "syncTimestamp"),
        Call(
            line: "POST /api/generalcontent/instance/batch", type: jsonAndroid,
            body:
                #"{"truncate":[{"module":"\#(books)","id":"x","values":{}}],"deleted":[{"id":"nobody","module":"\#(books)","values":{"any":1}}]}"#,
            expects: "operations"),
        Call(line: "DELETE /api/generalcontent/instance/i2", expects: #""deletedAt":1"#),
    ]

    private func run(_ calls: [Call], credentials: Bool) async throws {
        try await withServer({
            if credentials { $0.credentials = .init(clientID: "app", clientSecret: "s 3") }
        }) { server, store in
            _ = try await store.load(
                "books",
                from: .data(
                    Data(
                        (#"{"id":"i1","createdAt":5,"values":{"title":"1"}}"# + "\n"
                            + #"{"id":"i2","createdAt":5,"values":{"title":"2"}}"#).utf8)))
            let client = try await RawClient.connect(server.port)
            var token = ""
            for call in calls {
                var head = [
                    call.line + " HTTP/1.1", "Host: localhost:\(server.port)", "Accept-Encoding: gzip",
                    "User-Agent: App/1.0 Android/9 OkHttp/3.8.0 HaloAndroidSDK/2.9.3",
                    "Connection: Keep-Alive",
                ]
                head += call.headers
                if !token.isEmpty, !call.headers.contains(where: { $0.hasPrefix("Authorization") }) {
                    head.append("Authorization: Bearer \(token)")
                }
                if let type = call.type { head.append("Content-Type: \(type)") }
                if !call.body.isEmpty || call.line.hasPrefix("POST") {
                    head.append("Content-Length: \(call.body.utf8.count)")
                }
                try await client.send(head.joined(separator: "\r\n") + "\r\n\r\n" + call.body)
                let response = try await client.response()
                #expect(response.status == call.status, "\(call.line): \(response.text)")
                #expect(response.text.contains(call.expects), "\(call.line): \(response.text)")
                if call.line.contains("oauth/token?_app") {
                    token =
                        response.text.firstMatch(of: /"access_token":"([^"]+)"/).map { String($0.1) } ?? ""
                }
            }
        }
    }

    @Test(
        "Every call of HALO's iOS SDK gets its response, with and without credentials",
        arguments: [true, false])
    func iOSCalls(_ credentials: Bool) async throws { try await run(Self.iOS, credentials: credentials) }

    @Test(
        "Every call of HALO's Android SDK gets its response, with and without credentials",
        arguments: [true, false])
    func androidCalls(_ credentials: Bool) async throws {
        try await run(Self.android, credentials: credentials)
    }

    @Test(
        "Content-Type is read without case and parameters; another charset is rejected",
        arguments: [
            ("application/json", 200), ("Application/JSON", 200), ("APPLICATION/JSON;CHARSET=UTF-8", 200),
            ("application/json ; charset=\"utf-8\"", 200), ("application/json;", 200),
            ("application/json;a", 200),
            ("application/vnd.api+json", 200), ("application/json; charset=iso-8859-1", 415),
            ("application/json; charset=utf-16", 415), ("text/json", 415), ("json", 415), ("", 415),
            (";", 415),
            ("text/x+json", 415), ("application/json2", 415), (form, 415),
            ("text/plain; application/json", 415), ("application/jsonp", 415), ("application/json\t", 200),
            ("application/json, text/plain", 415), ("text/plain, application/json", 415),
            ("multipart/form-data; boundary=application/json", 415), ("application/ json", 415),
            ("application/json; charset=utf-8; charset=utf-16", 415),
        ] as [(String, Int)])
    func types(_ type: String, _ status: Int) async throws {
        let library = try await Library()
        let reply = try await library.send(
            "POST", "generalcontent/instance/search", #"{"moduleName":"books"}"#,
            headers: [("content-TYPE", type)])
        #expect(reply.status == status, "\(type): \(reply.message)")
    }

    @Test(
        "Forms are accepted only for tokens and logins",
        arguments: [form, "Application/X-WWW-Form-Urlencoded;charset=UTF-8"])
    func forms(_ type: String) async throws {
        let library = try await Library()
        for (method, path, body, status) in [
            ("POST", "oauth/token", "grant_type=client_credentials", 200),
            ("POST", "oauth/token/?_app", "grant_type=client_credentials", 200),
            ("POST", "segmentation/identified/login/", "network=facebook&token=t", 200),
            ("POST", "segmentation/identified/login", "network=facebook&token=t&token=u", 400),
            ("POST", "segmentation/identified/login", "network=facebook", 400),
            ("POST", "segmentation/identified/login", "network=facebook&token=", 400),
            ("POST", "segmentation/identified/login", "token=%zz", 400),
            ("POST", "segmentation/identified/register", "auth=x", 415),
            ("POST", "segmentation/appuser", "alias=x", 415),
            ("PUT", "segmentation/identified-pocket", "data=x", 403),
            ("POST", "generalcontent/instance", "module=books", 415),
            ("PUT", "generalcontent/instance/1", "name=x", 415),
            ("POST", "generalcontent/instance/search", "moduleName=books", 415),
            ("POST", "generalcontent/instance/sync", "moduleName=books", 415),
            ("POST", "generalcontent/instance/batch", "created=x", 415),
        ] {
            let reply = try await library.send(method, path, body, headers: [("Content-Type", type)])
            #expect(reply.status == status, "\(path): \(reply.message)")
        }
    }
}
#endif
