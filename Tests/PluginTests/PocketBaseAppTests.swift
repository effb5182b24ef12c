import Foundation
import SearchServers
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PluginLifeCycleTests {
    @Test(
        "The article's app for PocketBase reads, goes offline, writes, comes back and follows another client")
    func pocketBaseApp() async throws {
        let node = try await PocketBaseNode.start()
        defer { node.stop() }
        let root = try await RootClient(node)
        try await root.call("PUT", "/api/collections/import", Self.collections)
        try await root.call(
            "POST", "/api/collections/users/records",
            #"{"email":"ada@example.org","password":"ada-and-12","passwordConfirm":"ada-and-12"}"#)
        try await root.call(
            "POST", "/api/collections/books/records", #"{"id":"emma00000000000","title":"Emma","year":1815}"#)

        let shop = try ShopPackage()
        let folder = shop.folder.appending(path: "pocketbase", directoryHint: .isDirectory)
        try? FileManager.default.removeItem(at: folder)
        try shop.write(Self.emptyPackage, to: "pocketbase/Package.swift")
        try shop.write("", to: "pocketbase/Schema/Own.swift")
        let article = "Sources/Quire/Quire.docc/PocketBase.md"
        let heading = "From a server to an app that works offline"
        let snippet = try Self.block(of: article, below: heading, as: "swift")
        try shop.write(Self.program(snippet), to: "pocketbase/Sources/app/main.swift")
        let commands = try Self.block(of: article, below: heading, as: "sh")
        let local = commands.replacing("TOKEN=…", with: "TOKEN='\(root.token)'")
            .replacing("http://127.0.0.1:8090", with: node.url.absoluteString)
        try #require(local != commands)
        let imported = try shop.shell(local, in: folder)
        try #require(imported.code == 0, "\(imported.text)")
        try shop.write(Self.package, to: "pocketbase/Package.swift")
        let outcome = try shop.shell("swift build --product app", in: folder)
        try #require(outcome.code == 0, "\(outcome.text)")

        let app = try RunningApp(shop.product("app"), [node.url.absoluteString, "ada-and-12"], in: folder)
        defer { app.stop() }
        try await app.prints("shown Emma")
        // Offline: the write is there at once.
        try await node.kill()
        app.send("create")
        try await app.prints("shown Dune, Emma")
        app.send("query")
        try await app.prints("found Dune")
        // Online again: the write is sent, and another client's change comes.
        try await node.restart()
        app.send("wake")
        var polls = 0
        while try await !root.call("GET", "/api/collections/books/records").contains("Dune") {
            polls += 1
            try #require(polls < 30_000, "the write was not sent")
            try await app.pause()
        }
        try await root.call(
            "PATCH", "/api/collections/books/records/emma00000000000", #"{"title":"Emma II"}"#)
        try await app.prints("shown Dune, Emma II")
    }

    private static let collections = #"""
        {"deleteMissing":false,"collections":[{"name":"books","type":"base",
         "listRule":"@request.auth.id != ''","viewRule":"@request.auth.id != ''",
         "createRule":"@request.auth.id != ''","updateRule":"@request.auth.id != ''",
         "deleteRule":"@request.auth.id != ''",
         "fields":[{"name":"title","type":"text","required":true},{"name":"year","type":"number","onlyInt":true},
          {"name":"created","type":"autodate","onCreate":true},
          {"name":"updated","type":"autodate","onCreate":true,"onUpdate":true}]}]}
        """#

    /// The manifest before the schema is imported.
    private static let emptyPackage = """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "pocketbase",
            platforms: [.macOS(.v13)],
            dependencies: [.package(name: "quire", path: "\(ShopPackage.quire.path(percentEncoded: false))")])
        """

    private static let package = """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "pocketbase",
            platforms: [.macOS(.v13)],
            dependencies: [.package(name: "quire", path: "\(ShopPackage.quire.path(percentEncoded: false))")],
            targets: [
                .target(
                    name: "ShopContent", dependencies: [.product(name: "Quire", package: "quire")], path: "Schema",
                    plugins: [.plugin(name: "QuirePlugin", package: "quire")]),
                .executableTarget(
                    name: "app",
                    dependencies: [
                        "ShopContent", .product(name: "Quire", package: "quire"),
                        .product(name: "QuirePocketBase", package: "quire"),
                        .product(name: "QuireStore", package: "quire"),
                        .product(name: "QuireSync", package: "quire"),
                    ]),
            ]
        )
        """

    /// The article's code in a program that obeys lines on its standard input.
    private static func program(_ snippet: String) -> String {
        #"""
        import Foundation
        import Quire
        import QuirePocketBase
        import QuireStore
        import QuireSync
        import ShopContent

        let url = URL(string: CommandLine.arguments[1])!
        let (email, password) = ("ada@example.org", CommandLine.arguments[2])

        nonisolated func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

        func show(_ books: [Content<Books>]) {
            say("shown " + books.map { $0.title ?? "?" }.joined(separator: ", "))
        }

        let (lines, input) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { input.yield(line) }
            exit(0)
        }
        Task {
            do {
                for await line in lines { try await obey(line) }
            } catch {
                say("failed \(error)")
            }
        }

        """# + snippet + #"""


            func obey(_ line: String) async throws {
                switch line {
                case "create":
                    var draft = Books.Draft()
                    draft.title = .set("Dune")
                    draft.year = .set(1965)
                    _ = try await content.create(draft)
                case "query":
                    let found = try await content.fetch(Books.query().where(\.year >= 1900))
                    say("found " + found.items.map { $0.title ?? "?" }.joined(separator: ", "))
                default: outbox.wake()
                }
            }

            """#
    }
}

/// Calls to a PocketBase server, as its superuser.
private struct RootClient {
    let node: PocketBaseNode
    private(set) var token = ""

    init(_ node: PocketBaseNode) async throws {
        self.node = node
        let text = try await call(
            "POST", "/api/collections/_superusers/auth-with-password",
            #"{"identity":"\#(node.email)","password":"\#(node.password)"}"#)
        token = try #require(text.firstMatch(of: #/"token":"([^"]+)"/#).map { String($0.1) })
    }

    /// Sends a call, which must succeed.
    @discardableResult
    func call(_ method: String, _ path: String, _ body: String? = nil) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: node.url.absoluteString + path)))
        request.timeoutInterval = 900
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(token, forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        let text = String(decoding: data, as: UTF8.self)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        try #require((200...299).contains(status), "\(method) \(path): \(status) \(text)")
        return text
    }
}

/// A program that obeys lines, and whose output is awaited.
private final class RunningApp {
    private let process = Process()
    private let input = Pipe()
    private let log: URL
    /// The number of lines that were awaited.
    private var position = 0

    init(_ program: URL, _ arguments: [String], in folder: URL) throws {
        log = folder.appending(path: "log")
        try Data().write(to: log)
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        try process.run()
    }

    func send(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    func pause() async throws { try await Task.sleep(for: .milliseconds(20)) }

    /// Waits for a line after the last one that was awaited.
    func prints(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        while true {
            let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
            if let found = lines[min(position, lines.count)...].firstIndex(of: line[...]) {
                position = found + 1
                return
            }
            try #require(
                process.isRunning && !lines.contains { $0.hasPrefix("failed ") },
                "\(line): \(lines.joined(separator: "\n"))", sourceLocation: sourceLocation)
            try await pause()
        }
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
