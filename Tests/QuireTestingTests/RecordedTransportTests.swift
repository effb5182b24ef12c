import Foundation
import Quire
import QuireHTTP
import QuireTesting
import Testing

/// Recording exchanges and replaying them.
@Suite struct RecordedTransportTests {
    private let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("recording-\(UUID().uuidString).json")

    @Test("Recorded responses are replayed exactly")
    func roundTrip() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes = Data([0xFF, 0x00, 0xFE])
        let server = ClosureTransport { request in
            request.url.path.hasSuffix("image")
                ? HTTPResponse(status: 200, headers: ["Content-Type": "image/png"], body: bytes)
                : HTTPResponse(
                    status: 404, headers: ["Content-Type": "application/json"], body: request.body ?? Data())
        }
        let recorder = RecordedTransport.recording(to: file, over: server)
        let image = try Self.request("https://example.org/image")
        var search = try Self.request("https://example.org/search?page=2")
        search.method = .post
        search.body = Data(#"{ "moduleName" : "books", "key": "kept", "price": 1.0 }"#.utf8)
        _ = try await recorder.send(image, deadline: Self.soon)
        _ = try await recorder.send(search, deadline: Self.soon)

        let replayer = try RecordedTransport.replaying(file)
        let answer = try await replayer.send(search, deadline: Self.soon)
        #expect(answer.status == 404)
        #expect(answer.body == search.body)
        #expect(answer.headers["content-type"] == "application/json")
        #expect(await replayer.unused.map(\.request.url) == ["https://example.org/image"])
        #expect(try await replayer.send(image, deadline: Self.soon).body == bytes)
        var streamed = Data()
        for try await chunk in try await replayer.stream(image, deadline: Self.soon) { streamed += chunk }
        #expect(streamed == bytes)
    }

    @Test("The file contains no secrets, and requests with secrets find their responses")
    func secrets() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let server = ClosureTransport { _ in
            HTTPResponse(
                status: 200, headers: ["Content-Type": "application/json", "Set-Cookie": "sid=hush-1"],
                body: Data(
                    #"{"access_token":"hush-2","token":{"refresh_token":"hush-3","list":[{"Password":["hush-4"]}]},"expires_in":1}"#
                        .utf8))
        }
        var login = try Self.request("https://user:hush-5@example.org/token?_app&api_key=hush-6&page=1")
        login.method = .post
        login.headers = [
            "Content-Type": "application/x-www-form-urlencoded", "Authorization": "Bearer hush-7",
        ]
        login.body = Data("grant_type=password&client_secret=hush-8&username=hush-9&p%61ssword=hush-10".utf8)
        var json = try Self.request("https://example.org/login")
        json.method = .post
        json.body = Data(#"{"email":"ann@example.org","nested":[{"client_secret":"hush-11"}]}"#.utf8)

        let recorder = RecordedTransport.recording(to: file, over: server)
        let real = try await recorder.send(login, deadline: Self.soon)
        #expect(
            String(decoding: real.body, as: UTF8.self).contains("hush-2"), "the caller gets the real response"
        )
        _ = try await recorder.send(json, deadline: Self.soon)

        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("hush"))
        #expect(text.contains("grant_type=password"))
        #expect(text.contains("page=1"))

        let replayer = try RecordedTransport.replaying(file)
        login.headers["Authorization"] = "Bearer another"
        login.body = Data("grant_type=password&client_secret=other&username=someone&p%61ssword=else".utf8)
        let answer = String(decoding: try await replayer.send(login, deadline: Self.soon).body, as: UTF8.self)
        #expect(answer.contains(#""expires_in":1"#))
        _ = try await replayer.send(json, deadline: Self.soon)
        #expect(await replayer.unused.isEmpty)
    }

    @Test("Equal requests get their responses in order, and then the last one repeatedly")
    func order() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let recorder = RecordedTransport.recording(to: file, over: Self.counter())
        let request = try Self.request("https://example.org/count")
        for _ in 1...2 { _ = try await recorder.send(request, deadline: Self.soon) }
        let replayer = try RecordedTransport.replaying(file)
        var answers: [String] = []
        for _ in 1...3 {
            answers.append(
                String(decoding: try await replayer.send(request, deadline: Self.soon).body, as: UTF8.self))
        }
        #expect(answers == ["1", "2", "2"])
    }

    @Test("A request without a recorded response fails and lists the recorded ones")
    func unknown() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let recorder = RecordedTransport.recording(to: file, over: Self.counter())
        _ = try await recorder.send(try Self.request("https://example.org/a"), deadline: Self.soon)
        let replayer = try RecordedTransport.replaying(file)
        let asked = try Self.request("https://example.org/b")
        let error = await #expect(throws: RecordingError.self) {
            try await replayer.send(asked, deadline: Self.soon)
        }
        #expect(error?.request == "GET https://example.org/b")
        #expect(error?.recorded == ["GET https://example.org/a"])
    }

    private static let soon = Deadline.after(.seconds(900))

    private static func request(_ text: String) throws -> HTTPRequest {
        HTTPRequest(.get, try #require(URL(string: text)))
    }

    private static func counter() -> ClosureTransport {
        let counter = Counter()
        return ClosureTransport { _ in HTTPResponse(status: 200, body: Data("\(await counter.next())".utf8)) }
    }

    private actor Counter {
        private var count = 0
        func next() -> Int {
            count += 1
            return count
        }
    }
}
