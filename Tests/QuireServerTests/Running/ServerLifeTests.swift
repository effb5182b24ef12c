#if SQLite
import Foundation
import Quire
import QuireHALO
import QuireStore
import SampleModules
import Testing

import QuireServer

/// Starting, stopping, waiting, and injected faults.
@Suite(.timeLimit(.minutes(30))) struct ServerLifeTests {
    @Test("If the limit is one request at a time, the others wait, and all get a response")
    func waits() async throws {
        try await withServer({
            $0.limits.running = 1
            $0.faults = { _ in .delay(milliseconds: 20) }
        }) { server, _ in
            let port = server.port
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let client = try await RawClient.connect(port)
                        try await client.send(get("authentication/version"))
                        return try await client.response().status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 10))
        }
    }

    @Test("A response that takes too long is replaced by a 503")
    func tooLong() async throws {
        try await withServer({
            $0.limits.responseTime = 3_000
            $0.faults = { $0.path.hasSuffix("version") ? .delay(milliseconds: 60_000) : nil }
        }) { server, _ in
            let client = try await RawClient.connect(server.port)
            try await client.send(get("authentication/version"))
            #expect(try await client.response().status == 503)
            let other = try await RawClient.connect(server.port)
            try await other.send(get("generalcontent/module"))
            #expect(try await other.response().status == 200)
        }
    }

    @Test("Stopping completes running requests, closes idle connections, and accepts nothing new")
    func stops() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        var options = DevelopmentServer.Options()
        options.faults = { _ in
            arrived.yield()
            return .delay(milliseconds: 300)
        }
        let store = try await Store(.memory, modules: Library.modules.map(\.descriptor))
        let server = try DevelopmentServer(store: store, modules: Library.modules, options: options)
        try await server.start()
        let idle = try await RawClient.connect(server.port)
        let busy = try await RawClient.connect(server.port)
        try await busy.send(post("generalcontent/instance", #"{"module":"books","id":"last","values":{}}"#))
        for await _ in arrivals { break }
        async let stopped: Void = server.stop()
        let response = try await busy.response()
        #expect(response.status == 200)
        #expect(response.header("Connection") == "close")
        #expect(try await idle.rest() == "")
        await stopped
        #expect(try await store.count(of: "books") == 1)
        let port = server.port
        await #expect(throws: RawClient.Failure.self) { try await RawClient.connect(port) }
        await server.stop()
    }

    @Test("A request that does not end in time does not keep the server from stopping")
    func stopsAnyway() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        try await withServer({
            $0.limits.stopTime = 100
            $0.faults = { _ in
                arrived.yield()
                return .delay(milliseconds: 30_000)
            }
        }) { server, _ in
            let client = try await RawClient.connect(server.port)
            try await client.send(get("authentication/version"))
            for await _ in arrivals { break }
            await server.stop()
            #expect(try await client.rest() == "")
        }
    }

    @Test("Faults: no response, half a response, a reset, another response")
    func faults() async throws {
        try await withServer({
            $0.faults = { request in
                switch request.query {
                case "drop": .drop
                case "lose": .dropResponse
                case "half": .truncate(bytes: 5)
                case "reset": .reset
                case "busy": .respond(status: 429, headers: ["Retry-After": "7"])
                default: nil
                }
            }
        }) { server, store in
            func ask(_ query: String) async throws -> RawClient {
                let client = try await RawClient.connect(server.port)
                try await client.send(
                    post(
                        "generalcontent/instance?\(query)",
                        #"{"module":"books","id":"\#(query)","values":{}}"#))
                return client
            }
            #expect(try await ask("drop").rest() == "")
            #expect(try await ask("reset").rest() == "")
            #expect(try await store.count(of: "books") == 0)
            #expect(try await ask("lose").rest() == "")
            #expect(try await store.count(of: "books") == 1)
            #expect(try await ask("half").rest().hasSuffix("\r\n\r\n{\"id\""))
            let busy = try await ask("busy").response()
            #expect(busy.status == 429)
            #expect(busy.header("Retry-After") == "7")
            #expect(try await ask("none").response().status == 200)
        }
    }

    @Test("A port in use, an invalid address and a second start have their own errors")
    func refusals() async throws {
        try await withServer { server, store in
            var options = DevelopmentServer.Options(port: server.port)
            let second = try DevelopmentServer(store: store, modules: Library.modules, options: options)
            let inUse = await #expect(throws: ServerError.self) { try await second.start() }
            #expect(inUse?.code == .portInUse)
            #expect("\(inUse.map { "\($0)" } ?? "")".contains("another program listens there"))
            let again = await #expect(throws: ServerError.self) { try await server.start() }
            #expect(again != nil)
            options.host = "256.1.1.1"
            options.port = 0
            let third = try DevelopmentServer(store: store, modules: Library.modules, options: options)
            let address = await #expect(throws: ServerError.self) { try await third.start() }
            #expect(address?.code == .address)
            let stranger = ServedModule(ModuleDescriptor(name: "stranger", fields: []))
            let fourth = try DevelopmentServer(store: store, modules: [stranger])
            await #expect(throws: StoreError.self) { try await fourth.start() }
        }
    }

    @Test("The log contains method, path, status and size, and no possible secret")
    func log() async throws {
        let (lines, line) = AsyncStream<String>.makeStream()
        try await withServer({ $0.log = { line.yield("\($0)") } }) { server, _ in
            let client = try await RawClient.connect(server.port)
            try await client.send(
                post(
                    "oauth/token?_app&client_secret=q1", #"{"client_secret":"q2","grant_type":"x"}"#,
                    headers: "Authorization: Bearer q3\r\n"))
            let size = try await client.response().body.count
            for await text in lines {
                #expect(text.hasPrefix("POST /api/oauth/token 400 \(size) B "))
                for secret in ["q1", "q2", "q3"] { #expect(!text.contains(secret)) }
                break
            }
        }
        let credentials = ClientCredentials(clientID: "app", clientSecret: "hidden")
        var dumped = ""
        dump(credentials, to: &dumped)
        #expect(!"\(credentials) \(String(reflecting: credentials)) \(dumped)".contains("hidden"))
    }

    @Test("An app's client works with it: it finds what it writes, with relations")
    func client() async throws {
        let modules = [Books.descriptor, Authors.descriptor, Publishers.descriptor].map { ServedModule($0) }
        let store = try await Store(.memory, modules: modules.map(\.descriptor))
        let server = try DevelopmentServer(store: store, modules: modules)
        try await server.start()
        let content = ContentClient(
            engine: HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900))))
        for number in 1...25 {
            _ = try await store.upsert([
                Content<Books>(
                    id: ContentID("\(number)"), values: .init(title: "Book \(number)", age: number))
            ])
        }
        let page = try await content.fetch(
            Books.query().where(\.age >= 18 && \.title != "Book 20").sort(by: \.age, .descending).page(
                1, size: 3))
        #expect(page.map(\.age) == [25, 24, 23])
        #expect(page.pageInfo.totalItems == 7)
        #expect(try await content.count(Books.query()) == 25)
        var all: [Int] = []
        for try await book in content.all(Books.query().sort(by: \.age).page(1, size: 4)) {
            all.append(book.age)
        }
        #expect(all == Array(1...25))
        await server.stop()
    }
}
#endif
