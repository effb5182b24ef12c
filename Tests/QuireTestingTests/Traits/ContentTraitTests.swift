import Foundation
import Quire
import QuireHTTP
import QuireStore
import QuireTesting
import SampleModules
import Testing

@testable import QuireTestingTraits

private let books = ContentSeed.fixture(Books.self, "Fixtures/books.json")

@Suite("Trait: content in memory", .content(books))
struct ContentTraitTests {
    @Test("A test starts with the items of its fixture")
    func fixture() async throws {
        let adults = Books.query().where(\.age >= 18).sort(by: \.title)
        try await expect(adults, \.title, returns: ["Dune", "Emma"])
        try await expect(adults, returns: ["b2", "b1"])
    }

    @Test("Cases of a test with arguments share no content", arguments: 0..<6)
    func cases(number: Int) async throws {
        let content = try ContentClient.current
        try await content.delete(ContentID<Books>("b\(number % 3 + 1)"))
        #expect(try await content.count(Books.query()) == 2)
    }

    @Test("A trait on a test replaces the one on its suite", .content(.values(Books.self, [emma, emma])))
    func replaced() async throws {
        try await expect(Books.query(), returns: ["books-1", "books-2"])
    }

    @Test("A task that the test starts sees the content")
    func tasks() async throws {
        let count = try await Task { try await ContentClient.current.count(Books.query()) }.value
        #expect(count == 3)
    }

    @Test("A detached task gets an error that says what to do")
    func detached() async throws {
        let text = await Task.detached { Result { try ContentClient.current } }.value.failureText
        #expect(
            text == "ContentClient.current failed: this code does not run in a test with the trait .content. "
                + "Add .content(…) to the test or its suite, or pass the client to a detached task.")
    }

    @Suite("A nested suite has the content of its suite")
    struct Nested {
        @Test("A test of a nested suite has its own items")
        func nested() async throws { #expect(try await ContentClient.current.count(Books.query()) == 3) }
    }
}

@Suite(
    "Trait: content in a store",
    .content(books) { test in
        let file = test.folder.appendingPathComponent("books.sqlite").path
        return try await Store(.file(file), modules: [Books.descriptor])
    })
struct StoreTraitTests {
    @Test("Cases of a test with arguments have their own files", arguments: 0..<4)
    func cases(number: Int) async throws {
        let content = try ContentClient.current
        try await content.delete(ContentID<Books>("b\(number % 3 + 1)"))
        #expect(try await content.count(Books.query()) == 2)
    }

    @Test("A store keeps the dates of a fixture")
    func dates() async throws {
        let book = try await ContentClient.current.item(ContentID<Books>("b2"))
        #expect(book.updatedAt == Date(timeIntervalSince1970: 1_700_000_100))
    }
}

@Suite("Trait: what happens around a test")
struct ContentTraitLifeTests {
    private struct Mishap: Error {}

    @Test("After a test that throws, its store is closed, its folder removed, and its actions have run")
    func cleanup() async throws {
        let test = try ContentTest(.current)
        let (order, additions) = AsyncStream.makeStream(of: Int.self)
        let store = try await Store(
            .file(test.folder.appendingPathComponent("books.sqlite").path), modules: [Books.descriptor])
        let trait = ContentTrait(seeds: [books]) { test in
            test.afterwards { additions.yield(1) }
            test.afterwards { additions.yield(2) }
            return store
        }
        await #expect(throws: Mishap.self) {
            try await trait.run(test) {
                #expect(try await ContentClient.current.count(Books.query()) == 3)
                #expect(FileManager.default.fileExists(atPath: test.folder.path))
                throw Mishap()
            }
        }
        additions.finish()
        #expect(await order.reduce(into: []) { $0.append($1) } == [2, 1])
        #expect(!FileManager.default.fileExists(atPath: test.folder.path))
        await #expect(throws: StoreError.self) { try await store.count(Books.self) }
    }

    @Test("A seed that a write would refuse fails the test before it runs")
    func refusedSeed() async throws {
        let test = try ContentTest(.current)
        let trait = ContentTrait.content(
            .values(Books.self, [.init(title: "Emma", age: 1, price: .infinity)]))
        await #expect(throws: WriteError.self) { try await trait.run(test) { Issue.record("It ran.") } }
        #expect(!FileManager.default.fileExists(atPath: test.folder.path))
    }

    @Test("A test is named by its suites and its function")
    func name() throws {
        #expect(try ContentTest(.current).name == "ContentTraitLifeTests.name")
    }
}

private let emma = Books.Values(title: "Emma", age: 40)

extension Result {
    fileprivate var failureText: String? {
        if case .failure(let error) = self { "\(error)" } else { nil }
    }
}

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
