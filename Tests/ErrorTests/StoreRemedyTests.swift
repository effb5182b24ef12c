#if SQLite
import Foundation
import Quire
import SampleModules
import Testing

@testable import QuireStore

/// SQLite's errors, and a store's rejections.
@Suite("Errors of stores: the remedy matches the failure")
struct StoreRemedyTests {
    private static let reload = "move the file away and load the content into a new one"

    /// SQLite's result code, its message, the system's error, and the remedy.
    static let codes: [(Int32, String, Int32, StoreError.Code, String)] = [
        (
            14, "m", 0, .cannotOpen,
            "Check that the folder exists, and that this process may read the file and write to its folder."
        ),
        (26, "m", 0, .corrupt, "The file is not an SQLite database. Check the path, or \(reload)."),
        (
            267, "m", 0, .corrupt,
            "Only the full-text index is damaged: rebuild it with `store.fullText.rebuild()`."
        ),
        (
            11, "m", 0, .corrupt,
            "Move the file away and load the content into a new one. Keep the file: `sqlite3 FILE .recover` may read it."
        ),
        (
            8, "m", 0, .readOnly,
            "Make the file and its folder writable, or open the store read-only."
        ),
        (
            5, "m", 0, .locked,
            "Another process is writing to the file. Close it, or raise `busyTimeout`, and try again."
        ),
        (
            13, "m", 0, .full,
            "Free some space on the disk and try again; what was committed before is intact."
        ),
        (
            10, "m", ENOSPC, .full,
            "Free some space on the disk and try again; what was committed before is intact."
        ),
        (
            10, "m", 0, .database,
            "The disk failed to read or write. Check it, and try again; what was committed is intact."
        ),
        (
            18, "m", 0, .database,
            "A value is longer than SQLite can hold: make it shorter, or store a link to it."
        ),
        (
            1, "unsupported file format", 0, .corrupt,
            "The file is damaged, or written by a later SQLite. Move it away and load the content into a new one."
        ),
        (
            1, "no such table: m_books", 0, .changed,
            "Another process may have migrated the file: open the store again, with that process's schema. "
                + "If that fails too, the file is damaged: move it away and load the content into a new one."
        ),
        (1, "m", 0, .database, "This is a bug in Quire: please report it with the text of this error."),
    ]

    @Test("Each result code of SQLite has its remedy", arguments: codes.indices)
    func results(_ index: Int) {
        let (result, message, system, code, remedy) = Self.codes[index]
        let error = StoreError(
            resultCode: result, message: message, action: "open the store", location: "/s",
            systemError: system)
        #expect(error.code == code)
        #expect("\(error)" == "Could not open the store (/s): \(message) (SQLite \(result)). \(remedy)")
    }

    private func failure(_ body: () async throws -> Void) async -> String {
        let error = await #expect(throws: (any Error).self) { try await body() }
        return error.map { "\($0)" } ?? ""
    }

    @Test("Files that are not stores, and stores that cannot run a request")
    func stores() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("s.sqlite").path
        let modules = [Authors.descriptor]
        var readOnly = StoreOptions()
        readOnly.isReadOnly = true

        #expect(
            await failure { _ = try await Store(.file(folder.path), modules: modules) }
                == "Could not open the store (\(folder.path)): the path is a folder. "
                + "Give the path of a file, which may be one inside that folder.")
        #expect(
            await failure { _ = try await Store(.file(file), modules: modules, options: readOnly) }
                == "Could not open the store (\(file)): the file does not exist. "
                + "Check the path. To create a store, open it read-write, or run `quire load`.")

        let text = folder.appendingPathComponent("text.sqlite")
        try Data(String(repeating: "no database ", count: 100).utf8).write(to: text)
        #expect(
            await failure { _ = try await Store(.file(text.path), modules: modules) }
                .hasSuffix("The file is not an SQLite database. Check the path, or \(Self.reload)."))

        let store = try await Store(.file(file), modules: modules)
        #expect(
            await failure { _ = try await ContentClient(engine: store).fetch(Publishers.query()) }
                .hasSuffix("Open the store with the schema that the query was generated from."))
        let lines = LoadSource.data(Data("{}\n".utf8))
        var strict = LoadOptions()
        strict.isStrict = true
        #expect(
            await failure { _ = try await store.load("authors", from: lines, options: strict) }
                .hasSuffix("Correct the line, then load the file again."))
        await store.close()
        #expect(
            await failure { _ = try await ContentClient(engine: store).fetch(Authors.query()) }
                == "Could not use the store (closed): the store has been closed. Open it again.")

        let reader = try await Store(.file(file), modules: modules, options: readOnly)
        #expect(
            await failure { _ = try await reader.load("authors", from: lines) }
                .hasSuffix("the store was opened read-only. Open it without `isReadOnly`."))
        await reader.close()
        #expect(
            await failure {
                _ = try await Store(.file(file), modules: [Publishers.descriptor], options: readOnly)
            }.hasSuffix(
                "Open the store read-write once to migrate it, or open it with the schema that it was made with."
            ))
    }

    @Test("An error about a line states its position; neither text mentions a server")
    func line() {
        var error = ContentDecodingError(
            module: "books", id: "7", path: "values.age", byteOffset: 3, expected: "a whole number",
            found: "\"x\"")
        error.isLine = true
        let line = RejectedLineError(line: 3, error: error)
        #expect(
            "\(line)" == "line 3, id \"7\" at values.age: expected a whole number, found \"x\". "
                + "Correct the line, then load the file again.")
        #expect("\(error)".hasSuffix("Correct the line, then load the file again."))
    }
}

/// Embedders that do not fit, and servers that refuse.
@Suite("Errors of search by meaning: the remedy matches the failure")
struct MeaningRemedyTests {
    private static func error(_ reason: EmbeddingError.Reason) -> EmbeddingError {
        EmbeddingError(reason, module: "books", model: "MiniLM")
    }

    private static let start = "Could not compute vectors for books with the model \"MiniLM\": "

    static let remedies = [
        Remedy(
            error(.noEmbedder),
            start + "the engine has no embedder. Set `StoreOptions.embedder`, or search for `.anyWord`."),
        Remedy(
            error(.otherModel("e5")),
            start
                + "the embedder has the model \"e5\". Use an embedder with the schema's model, or change the model in the schema."
        ),
        Remedy(
            error(.count(expected: 2, found: 1)),
            start + "the embedder returned 1 vectors for 2 texts. Check the embedder."),
        Remedy(
            error(.dimensions(expected: 384, found: 3)),
            start
                + "a vector has 3 components, and the schema says 384. Correct \"dimensions\" in the schema, or use another model."
        ),
        Remedy(
            error(.notFinite),
            start + "a vector has a component that is infinite or not a number. Check the embedder."),
        Remedy(error(.zero), start + "all components of a vector are zero. Check the embedder."),
        Remedy(
            HTTPEmbedderError(model: "MiniLM", status: 401, reason: "no key"),
            "Could not get vectors from the server for the model \"MiniLM\": status 401, no key. Check the key."
        ),
        Remedy(
            HTTPEmbedderError(model: "MiniLM", status: 503, reason: ""),
            "Could not get vectors from the server for the model \"MiniLM\": status 503. Try again later."),
        Remedy(
            HTTPEmbedderError(model: "MiniLM", status: 404, reason: "no such model."),
            "Could not get vectors from the server for the model \"MiniLM\": status 404, no such model. "
                + "Check the address and the name of the model."),
        Remedy(
            HTTPEmbedderError(model: "MiniLM", status: 200, reason: "the response is not JSON"),
            "Could not get vectors from the server for the model \"MiniLM\": status 200, the response is not JSON. "
                + "Use the address of an endpoint that responds as /v1/embeddings does."),
    ]

    @Test("Each error says what failed and what to do", arguments: remedies)
    func remedy(_ remedy: Remedy) { remedy.check() }
}
#endif
