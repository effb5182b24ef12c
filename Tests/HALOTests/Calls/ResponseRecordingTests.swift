import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import QuireSync
import SampleModules
import Testing
import TransportDoubles

#if SQLite
import QuireStore
#endif

/// Status and headers of successful responses, for every call.
@Suite("HALO: recording responses")
struct ResponseRecordingTests {
    private func engine(_ steps: [ScriptedTransport.Step]) throws -> HALOEngine {
        HALOEngine(
            baseURL: try #require(URL(string: "https://halo.example")),
            settings: .init(
                retries: RetryPolicy(baseDelay: .milliseconds(1), maximumDelay: .milliseconds(1))),
            transport: ScriptedTransport(steps))
    }

    private static func page(_ number: Int) -> String {
        let pagination = "{\"page\":\(number),\"limit\":1,\"totalItems\":2,\"totalPages\":2}"
        let item = "{\"id\":\"\(number)\",\"module\":\"m1\",\"values\":{\"title\":\"Emma\"}}"
        return "{\"pagination\":\(pagination),\"items\":[\(item)]}"
    }

    @Test("Fetch, next page, create, delete and raw calls each record their response, in order")
    func calls() async throws {
        let halo = try engine([
            .status(200, ["ETag": "a"], Self.page(1)), .status(200, ["ETag": "b"], Self.page(2)),
            .status(201, ["Location": "/x"], #"{"id":"9","module":"m1","values":{"title":"New"}}"#),
            .status(200, [:], #"{"id":"9"}"#), .status(204, ["X-Left": "3"]),
        ])
        let (titles, responses) = try await halo.recordingResponses { halo in
            let content = ContentClient(engine: halo)
            let page = try await content.fetch(Novels.query().page(1, size: 1))
            let next = try await page.next()
            var draft = Novels.Draft()
            draft.title = .set("New")
            let made = try await content.create(draft)
            try await content.delete(made)
            try await halo.send(.post, "api/acme/touch")
            return [page.first?.title, next?.first?.title, made.title]
        }
        #expect(titles == ["Emma", "Emma", "New"])
        #expect(responses.map(\.status) == [200, 200, 201, 200, 204])
        #expect(responses.map(\.method) == ["POST", "POST", "POST", "DELETE", "POST"])
        #expect(responses[0].address == "https://halo.example/api/generalcontent/instance/search")
        #expect(responses.map { $0.headers["ETag"] } == ["a", "b", nil, nil, nil])
        #expect(responses[2].headers["location"] == "/x")
        #expect(responses[4].headers["X-Left"] == "3")
    }

    #if SQLite
    @Test("A sync records the responses of both its requests")
    func sync() async throws {
        let halo = try engine([
            .status(200, ["X-Cache": "hit"], #"{"syncTimestamp":1,"created":[]}"#),
            .status(200, ["X-Cache": "miss"], #"{"syncTimestamp":2}"#),
        ])
        let store = try await Store(.memory, modules: [Novels.descriptor])
        let (summary, responses) = try await halo.recordingResponses {
            try await ContentSync(from: $0, into: store).sync(Novels.self)
        }
        #expect(summary.created == 0)
        #expect(responses.map { $0.headers["X-Cache"] } == ["hit", "miss"])
    }
    #endif

    @Test("Modules, devices and a login record theirs; token requests record none")
    func others() async throws {
        let token = #"{"access_token":"t0ken-x"}"#
        let script = ScriptedTransport([
            .status(200, ["X-N": "token"], token), .status(200, ["X-N": "modules"], "[]"),
            .status(200, ["X-N": "device"], #"{"id":"d"}"#),
            .status(200, ["X-N": "login"], #"{"user":{"id":"u"},"token":\#(token)}"#),
        ])
        let halo = HALOEngine(
            baseURL: try #require(URL(string: "https://halo.example")),
            credentials: .app(id: "i", secret: "s"), transport: script)
        let (_, responses) = try await halo.recordingResponses { halo in
            _ = try await halo.modules()
            _ = try await halo.authorized(as: .app).device(id: "d")
            try await halo.logIn(.email("a@b.c", password: "p"))
        }
        #expect(responses.map { $0.headers["X-N"] } == ["modules", "device", "login"])
    }

    @Test("A retried call records its last response; nested recordings both contain it")
    func lastAttempt() async throws {
        let halo = try engine([.status(503), .status(200, ["X-Try": "2"], "[]"), .status(200, [:], "[]")])
        let (inner, outer) = try await halo.recordingResponses { halo in
            let recorded = try await halo.recordingResponses { try await $0.modules() }
            _ = try await halo.modules()
            return recorded.responses
        }
        #expect(inner.map { $0.headers["X-Try"] } == ["2"])
        #expect(outer.map { $0.headers["X-Try"] } == ["2", nil])
    }

    @Test("The engine itself records nothing")
    func outside() async throws {
        let halo = try engine([.status(200, [:], "[]"), .status(200, [:], "[]")])
        let (_, responses) = try await halo.recordingResponses { try await $0.modules() }
        _ = try await halo.modules()
        #expect(responses.count == 1)
    }

    @Test("A printed response shows no cookie and no token")
    func secrets() async throws {
        let halo = try engine([
            .status(200, ["Set-Cookie": "session=s3cret-x", "X-Token": "s3cret-x", "ETag": "shown"], "[]")
        ])
        let (_, responses) = try await halo.recordingResponses { try await $0.modules() }
        var text = "\(responses)" + String(reflecting: responses)
        dump(responses, to: &text)
        #expect(!text.contains("s3cret-x"))
        #expect(text.contains("shown"))
        #expect(responses[0].headers["set-cookie"] == "session=s3cret-x")
    }

    /// State of the main actor, like a view model's.
    @MainActor private final class Screen {
        var titles: [String] = []
        var etag: String?

        func load(_ halo: HALOEngine) async throws {
            let (count, responses) = try await halo.recordingResponses { halo in
                let page = try await ContentClient(engine: halo).fetch(Novels.query())
                self.titles = page.map(\.title)
                return page.count
            }
            etag = responses.first?.headers["ETag"]
            #expect(count == titles.count)
        }
    }

    private actor Model {
        var count = 0

        func load(_ halo: HALOEngine) async throws -> Int? {
            try await halo.recordingResponses { halo in
                self.count = try await halo.modules().count
            }.responses.first?.status
        }
    }

    @Test("The closure may use the state of the main actor, or of its surrounding actor")
    func isolation() async throws {
        let screen = await MainActor.run { Screen() }
        try await screen.load(engine([.status(200, ["ETag": "a"], Self.page(1))]))
        #expect(await screen.titles == ["Emma"])
        #expect(await screen.etag == "a")
        let model = Model()
        #expect(try await model.load(engine([.status(200, [:], #"[{"id":"1","name":"a"}]"#)])) == 200)
        #expect(await model.count == 1)
    }
}
