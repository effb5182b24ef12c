import Foundation
import Quire
import QuireHTTP
import QuireTesting
import Testing

@testable import QuireTestingTraits

@Suite("Recorded HTTP of a test")
struct RecordedTestTests {
    private static let soon = Deadline.after(.seconds(900))
    private static let server = ClosureTransport { request in
        HTTPResponse(status: 200, body: Data(request.url.lastPathComponent.utf8))
    }

    private func send(_ path: String, over transport: any Transport) async throws -> String {
        let url = try #require(URL(string: "https://example.org/\(path)"))
        let response = try await transport.send(HTTPRequest(.get, url), deadline: Self.soon)
        return String(decoding: response.body, as: UTF8.self)
    }

    /// Runs the body in a test with a folder for recordings.
    private func withTest(_ body: @escaping @Sendable (ContentTest, URL) async throws -> Void) async throws {
        let test = try ContentTest(.current)
        try await ContentTrait.content().run(test) {
            try await body(test, test.folder.appendingPathComponent("Recordings"))
        }
    }

    @Test("What one run records, the next one replays, from a file with the test's name")
    func replay() async throws {
        try await withTest { test, folder in
            let recorder = try test.recordedHTTP(in: folder, over: Self.server, isRecording: true)
            #expect(try await send("emma", over: recorder) == "emma")
            let file = folder.appendingPathComponent("RecordedTestTests.replay.json")
            #expect(FileManager.default.fileExists(atPath: file.path))
            let dead = ClosureTransport { _ in throw URLError(.notConnectedToInternet) }
            let replay = try test.recordedHTTP(in: folder, over: dead, isRecording: false)
            #expect(try await send("emma", over: replay) == "emma")
        }
    }

    @Test("Cases that record at the same time share the file of their test")
    func cases() async throws {
        try await withTest { test, folder in
            for path in ["emma", "dune"] {
                let recorder = try ContentTest(.current)
                    .recordedHTTP(in: folder, over: Self.server, isRecording: true)
                _ = try await send(path, over: recorder)
            }
            let replay = try test.recordedHTTP(in: folder, over: Self.server, isRecording: false)
            #expect(try await send("dune", over: replay) == "dune")
            #expect(try await send("emma", over: replay) == "emma")
        }
    }

    @Test("A request without a recorded response fails the test, even if its error is ignored")
    func unknownRequest() async throws {
        let (issues, additions) = AsyncStream.makeStream(of: String.self)
        try await withKnownIssue {
            try await withTest { test, folder in
                let recorder = try test.recordedHTTP(in: folder, over: Self.server, isRecording: true)
                _ = try await send("emma", over: recorder)
                let replay = try test.recordedHTTP(in: folder, over: Self.server, isRecording: false)
                for _ in 0..<2 { _ = try? await send("dune", over: replay) }
            }
        } matching: { issue in
            additions.yield(issue.comments.map(\.rawValue).joined())
            return true
        }
        additions.finish()
        #expect(
            await issues.reduce(into: []) { $0.append($1) } == [
                "RecordedTestTests.unknownRequest.json has no response to GET https://example.org/dune. Record it: run "
                    + "the test once with the environment variable QUIRE_RECORD=1, and commit the file."
            ])
    }

    @Test("Without a recording, the error says how to record")
    func noRecording() async throws {
        try await withTest { test, folder in
            let error = #expect(throws: ContentTestError.self) {
                try test.recordedHTTP(in: folder, over: Self.server, isRecording: false)
            }
            #expect(error.map { "\($0)".contains("QUIRE_RECORD=1") } == true)
        }
    }
}
