#if SQLite
import Foundation
import LoopbackServer
import Quire
import QuireHTTP
import QuireToolbox
import QuireTesting
import Testing

import QuireStore

@Suite("Replies of embedders")
struct EmbedderReplyTests {
    private static func error(_ reason: EmbeddingError.Reason) -> EmbeddingError {
        EmbeddingError(reason, module: "notes", model: "words")
    }

    @Test(
        "A search and a computation throw on vectors that do not fit, and store nothing",
        arguments: [
            ([], EmbeddingError.Reason.count(expected: 1, found: 0)),
            ([[1, 2, 3]], .dimensions(expected: 4, found: 3)),
            ([[1, 2, .nan, 4]], .notFinite), ([[1, 2, -.infinity, 4]], .notFinite),
            ([[0, 0, 0, 0]], .zero),
        ] as [([[Float]], EmbeddingError.Reason)])
    func hostile(reply: [[Float]], reason: EmbeddingError.Reason) async throws {
        let module = MeaningLibrary.module(dimensions: 4)
        let embedder = BrokenEmbedder { _ in reply }
        let items = [MeaningLibrary.item("1", "couch")]
        let store = try await MeaningLibrary.store(items, embedder, module: module)
        let memory = InMemoryEngine(embedder: embedder)
        await memory.add(items, to: module)
        for engine in [store, memory] as [any ContentEngine] {
            await #expect(throws: Self.error(reason)) {
                _ = try await MeaningLibrary.page(MeaningLibrary.request("sofa", module: module), engine)
            }
        }
        await #expect(throws: Self.error(reason)) { try await store.fullText.embed() }
        #expect(try await store.pendingVectorCount(of: "notes") == 1)
    }

    @Test("An embedder's own error is the error of the search")
    func failure() async throws {
        let embedder = BrokenEmbedder { _ in throw BrokenEmbedder.Failure() }
        let store = try await MeaningLibrary.store([MeaningLibrary.item("1", "sofa")], embedder)
        await #expect(throws: BrokenEmbedder.Failure.self) {
            _ = try await MeaningLibrary.page(MeaningLibrary.request("sofa"), store)
        }
    }

    @Test("Vectors of any length order alike, and the pages of a search share one vector")
    func lengths() async throws {
        let words = WordEmbedder()
        let items = ["couch", "clock", "boat"].map { MeaningLibrary.item($0, $0) }
        var lists: [[String]] = []
        for factor in [Float(1), 1e-20, 1e18] {
            let calls = Locked(0)
            let embedder = BrokenEmbedder { texts in
                calls.withLock { $0 += 1 }
                return texts.map { words.vector($0).map { $0 * factor } }
            }
            let store = try await MeaningLibrary.store(items, embedder)
            try await store.fullText.embed()
            let before = calls.value
            var ids: [String] = []
            for page in 1...3 {
                var request = MeaningLibrary.request("sofa")
                request.page = .page(page, size: 1)
                ids += try await MeaningLibrary.page(request, store).items
            }
            lists.append(ids)
            #expect(calls.value == before + 1)
        }
        #expect(lists[0].first == "couch")
        #expect(Set(lists).count == 1)
    }

    // MARK: - HTTP

    private static func embedder(_ server: LoopbackServer, key: String? = nil) -> HTTPEmbedder {
        HTTPEmbedder(
            server.url.appendingPathComponent("v1/embeddings"), model: "words", apiKey: key,
            timeout: .seconds(600))
    }

    @Test("HTTPEmbedder sends the model and the texts with the key, and sorts the vectors by their index")
    func request() async throws {
        let server = try LoopbackServer { _ in
            .json(
                #"{"data": [{"index": 1, "embedding": [3, 4.5]}, {"index": 0, "embedding": [1, -2e0]}], "usage": {}}"#
            )
        }
        defer { server.stop() }
        let vectors = try await Self.embedder(server, key: "s3cret").vectors(for: ["a \"b\"", "ü"])
        #expect(vectors == [[1, -2], [3, 4.5]])
        let sent = try #require(server.requests.first)
        #expect(sent.path == "/v1/embeddings")
        #expect(sent.method == "POST")
        #expect(
            sent.headers.contains { $0.name.lowercased() == "authorization" && $0.value == "Bearer s3cret" })
        #expect(
            try JSONValue(parsing: Data(sent.body))
                == JSONValue(parsing: Data(#"{"model": "words", "input": ["a \"b\"", "ü"]}"#.utf8)))
    }

    @Test(
        "A response of another form throws with the reason, and never with the key",
        arguments: [
            (200, "no JSON", "not JSON"), (200, "{}", "no list \"data\""),
            (200, #"{"data": []}"#, "0 vectors for 1 texts"),
            (200, #"{"data": [{"index": 1, "embedding": [1]}]}"#, "out of range"),
            (200, #"{"data": [{"index": "0", "embedding": [1]}]}"#, "not a whole number"),
            (200, #"{"data": [{"index": 0, "embedding": "AAAA"}]}"#, "no list \"embedding\""),
            (200, #"{"data": [{"index": 0, "embedding": [1, null]}]}"#, "something else than numbers"),
            (401, #"{"error": {"message": "the key s3cret is wrong"}}"#, "the key … is wrong"),
            (404, #"{"error": "no such model"}"#, "no such model"),
            (400, "plain text about s3cret", "plain text about …"),
        ])
    func malformed(status: Int, body: String, reason: String) async throws {
        let server = try LoopbackServer { _ in .json(body, status: status) }
        defer { server.stop() }
        let embedder = Self.embedder(server, key: "s3cret")
        let error = await #expect(throws: HTTPEmbedderError.self) {
            _ = try await embedder.vectors(for: ["a"])
        }
        let text = try #require(error).description
        #expect(text.contains(reason), "\(text)")
        #expect(!text.contains("s3cret"))
        #expect(error?.status == status)
        #expect(!"\(embedder)".contains("s3cret"))
    }

    @Test("A server that is busy for a moment is asked again")
    func retries() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            if count.withLock({
                $0 += 1; return $0
            }) == 1 {
                return Reply(503, text: "busy")
            }
            return .json(#"{"data": [{"index": 0, "embedding": [1]}]}"#)
        }
        defer { server.stop() }
        #expect(try await Self.embedder(server).vectors(for: ["a"]) == [[1]])
    }
}
#endif
