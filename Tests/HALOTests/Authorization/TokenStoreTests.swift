import Foundation
import Quire
import QuireHALO
import QuireHTTP
import Testing
import TransportDoubles

#if canImport(Glibc)
import Glibc
#endif

/// The token file and its contents.
@Suite("HALO authorization: token stores")
struct TokenStoreTests {
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "quire-tokens-\(UUID().uuidString)")

        var file: URL { url.appending(path: "tokens") }
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }

        deinit { try? FileManager.default.removeItem(at: url) }

        func mode(of url: URL) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            return try #require(attributes[.posixPermissions] as? Int)
        }

        func write(_ text: String, mode: Int) throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        }
    }

    private let records = [("https://halo-db.com a", Data("one".utf8)), ("b", Data([0, 255, 10]))]

    @Test("Each account's record is read back, and removing the last record removes the file")
    func roundTrip() async throws {
        let folder = Folder()
        let store = FileTokenStore(at: folder.file)
        #expect(try await store.load("b") == nil)
        for (account, record) in records { try await store.save(record, for: account) }
        let again = FileTokenStore(at: folder.file)
        for (account, record) in records { #expect(try await again.load(account) == record) }
        #expect(try folder.mode(of: folder.file) == 0o600)
        #expect(try folder.mode(of: folder.url) == 0o700)
        #expect(folder.names == ["tokens"])
        try await again.remove("b")
        try await again.remove("b")
        #expect(try await store.load("b") == nil)
        #expect(try await store.load(records[0].0) == records[0].1)
        try await again.remove(records[0].0)
        #expect(folder.names == [])
    }

    @Test("The file is never readable by others, whatever the umask")
    func neverReadable() async throws {
        let folder = Folder()
        let store = FileTokenStore(at: folder.file)
        try await store.save(Data("x".utf8), for: "a")
        let isOver = Log()
        let modes = Task.detached {
            var seen: Set<Int> = []
            while isOver.lines.isEmpty {
                for name in folder.names {
                    if let mode = try? folder.mode(of: folder.url.appending(path: name)) { seen.insert(mode) }
                }
            }
            return seen
        }
        for number in 0..<50 { try await store.save(Data("\(number)".utf8), for: "a") }
        isOver.add("over")
        #expect(await modes.value.subtracting([0o600]) == [])
    }

    @Test(
        "A file that others can read or write is not used, and the next save fixes its permissions",
        arguments: [0o644, 0o640, 0o620, 0o666])
    func exposed(_ mode: Int) async throws {
        let folder = Folder()
        let store = FileTokenStore(at: folder.file)
        try await store.save(Data("secret".utf8), for: "a")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file.path)
        let error = await #expect(throws: TokenStoreError.self) { try await store.load("a") }
        #expect(error?.kind == .exposed)
        #expect(error?.description.contains(String(mode, radix: 8)) == true)
        try await store.save(Data("new".utf8), for: "b")
        #expect(try folder.mode(of: folder.file) == 0o600)
        #expect(try await store.load("a") == nil)
        #expect(try await store.load("b") == Data("new".utf8))
    }

    @Test("Removing a record from an unusable file removes the file")
    func removingExposed() async throws {
        let folder = Folder()
        try folder.write("{}", mode: 0o644)
        try await FileTokenStore(at: folder.file).remove("a")
        #expect(folder.names == [])
    }

    @Test("A symbolic link is not followed, and a save replaces it with a file")
    func link() async throws {
        let folder = Folder()
        try folder.write("mine", mode: 0o600)
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file)
        let store = FileTokenStore(at: link)
        let error = await #expect(throws: TokenStoreError.self) { try await store.load("a") }
        #expect(error?.kind == .exposed)
        try await store.save(Data("new".utf8), for: "a")
        #expect(try await store.load("a") == Data("new".utf8))
        #expect(try String(contentsOf: folder.file, encoding: .utf8) == "mine")
    }

    @Test(
        "A corrupt file is an error that names it",
        arguments: [
            "", "{", "[]", "null", #"{"quire":1}"#, #"{"quire":2,"records":{}}"#,
            #"{"quire":1,"records":{"a":"%"}}"#,
            #"{"quire":1,"records":{"a":5}}"#, "\u{0}\u{1}", String(repeating: " ", count: 2 << 20),
        ])
    func corrupt(_ text: String) async throws {
        let folder = Folder()
        try folder.write(text, mode: 0o600)
        let store = FileTokenStore(at: folder.file)
        let error = await #expect(throws: TokenStoreError.self) { try await store.load("a") }
        #expect(error?.kind == .corrupt)
        #expect(error?.place == folder.file.path)
        try await store.save(Data("x".utf8), for: "a")
        #expect(try await store.load("a") == Data("x".utf8))
    }

    @Test("A path that cannot be written is an error, and no file is left behind")
    func refused() async throws {
        let folder = Folder()
        try folder.write("x", mode: 0o600)
        let store = FileTokenStore(at: folder.file.appending(path: "below-a-file"))
        await #expect(throws: (any Error).self) { try await store.save(Data("x".utf8), for: "a") }
        #expect(folder.names == ["tokens"])
    }

    @Test("A token survives a restart: the next start makes no token request")
    func nextStart() async throws {
        let folder = Folder()
        let server = try TokenServer()
        defer { server.stop() }
        try await server.engine(tokens: FileTokenStore(at: folder.file)).call()
        try await server.engine(tokens: FileTokenStore(at: folder.file)).call()
        #expect(server.tokenRequests == 1)
        #expect(server.content == ["Bearer token-1", "Bearer token-1"])
        // Another app has its own record.
        try await HALOEngine(
            baseURL: server.url, credentials: .app(id: "other", secret: "x"),
            tokens: FileTokenStore(at: folder.file),
            authorizationSettings: .init(timeout: .seconds(900)), settings: .init(timeout: .seconds(900))
        ).call()
        #expect(server.tokenRequests == 2)
    }

    /// A store that fails on command.
    private struct FailingStore: TokenStore {
        var record: Data?
        func load(_ account: String) throws -> Data? {
            guard let record else { throw TokenStoreError(.refused, at: "test", detail: "load") }
            return record
        }
        func save(_ record: Data, for account: String) throws {
            throw TokenStoreError(.refused, at: "test", detail: "save")
        }
        func remove(_ account: String) throws {
            throw TokenStoreError(.refused, at: "test", detail: "remove")
        }
    }

    @Test("A failing store does not stop requests, and is reported")
    func failingStore() async throws {
        let server = try TokenServer()
        defer { server.stop() }
        let log = Log()
        let halo = HALOEngine(
            baseURL: server.url, credentials: .app(id: "a", secret: "b"), tokens: FailingStore(),
            authorizationSettings: .init(timeout: .seconds(900)), settings: .init(timeout: .seconds(900)),
            reportStoreFailure: { log.add("\($0)") })
        try await halo.call()
        try await halo.call()
        #expect(server.tokenRequests == 1)
        #expect(log.lines.count == 2)
        #expect(log.lines.allSatisfy { $0.hasPrefix("Could not access the tokens (test): ") })
    }

    @Test(
        "A corrupt record is ignored and reported",
        arguments: [
            "", "junk", "{}", #"{"quire":1}"#, #"{"quire":1,"tokens":{"app":{}}}"#,
            #"{"quire":1,"tokens":{"app":5}}"#,
            #"{"quire":1,"tokens":{"app":{"access":"a\nb","type":"Bearer","issuedAt":1}}}"#,
            #"{"quire":1,"tokens":{},"session":{"user":5}}"#,
        ])
    func corruptRecord(_ text: String) async throws {
        let server = try TokenServer()
        defer { server.stop() }
        let log = Log()
        let halo = HALOEngine(
            baseURL: server.url, credentials: .app(id: "a", secret: "b"),
            tokens: FailingStore(record: Data(text.utf8)),
            authorizationSettings: .init(timeout: .seconds(900)), settings: .init(timeout: .seconds(900)),
            reportStoreFailure: { log.add("\($0)") })
        try await halo.call()
        #expect(server.tokenRequests == 1)
        #expect(log.lines.first?.contains("They are not used") == true)
    }
}
