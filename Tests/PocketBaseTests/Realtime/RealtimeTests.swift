import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuireSync
import Seeds
import Testing
import TransportDoubles

@testable import QuirePocketBase

/// Announced changes: from the real server, and from one that is not to be trusted.
@Suite("PocketBase: realtime") struct RealtimeTests {
    private static let whole = RealtimeChange(module: "notes")

    private static func note(_ number: Int) -> RealtimeChange {
        RealtimeChange(module: "notes", id: NotesServer.id(number))
    }

    @Test("The server announces what is created, changed and deleted, after it has announced the connection")
    func announcements() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        var changes = server.engine().changes(of: Notes.self).makeAsyncIterator()
        #expect(await changes.next() == Self.whole)
        try await server.create(1, "a")
        #expect(await changes.next() == Self.note(1))
        try await server.update(1, "b")
        #expect(await changes.next() == Self.note(1))
        try await server.delete(1)
        #expect(await changes.next() == Self.note(1))
        // A restart is a new connection.
        try await server.node.kill()
        try await server.node.restart()
        #expect(await changes.next() == Self.whole)
        try await server.create(2, "c")
        #expect(await changes.next() == Self.note(2))
    }

    @Test("Announcements follow the rights of the user who is signed in")
    func rights() async throws {
        let server = try await NotesServer.start(rule: "@request.auth.id != ''")
        defer { server.node.stop() }
        let engine = server.engine(HeldToken(try await server.signIn("ada")))
        var changes = engine.changes(of: Notes.self).makeAsyncIterator()
        #expect(await changes.next() == Self.whole)
        try await server.create(1, "a")
        #expect(await changes.next() == Self.note(1))
    }

    @Test("After a sign-in and a sign-out, there is a new connection with the rights of then")
    func signingIn() async throws {
        let server = try await NotesServer.start(rule: "@request.auth.id != ''")
        defer { server.node.stop() }
        _ = try await server.signIn("ada")
        let authorization = PocketBaseAuthorization(baseURL: server.node.url, transport: server.transport)
        var changes = server.engine(authorization).changes(of: Notes.self).makeAsyncIterator()
        #expect(await changes.next() == Self.whole)
        // A guest sees no announcement of it.
        try await server.create(1, "a")
        try await authorization.signIn(.password("ada@example.org", "password-of-ada"))
        #expect(await changes.next() == Self.whole)
        try await server.create(2, "b")
        #expect(await changes.next() == Self.note(2))
        try await authorization.signOut()
        #expect(await changes.next() == Self.whole)
    }

    // MARK: - Hostile streams

    private static let hello = "event:PB_CONNECT\ndata:{\"clientId\":\"c1\"}\n\n"
    private static let topic = RealtimeTopic.records(of: "notes", module: "notes").name

    private static func engine(_ transport: StreamedTransport) throws -> PocketBaseEngine {
        let url = try #require(URL(string: "http://pocketbase.example"))
        var engine = PocketBaseEngine(baseURL: url, transport: transport)
        engine.realtimeTimes.delays = RetryPolicy(baseDelay: .milliseconds(1), maximumDelay: .milliseconds(1))
        engine.realtimeTimes.recovery = .zero
        return engine
    }

    @Test("Events of other topics, before the subscription, and with wrong ids do no harm")
    func foreignEvents() async throws {
        let event = { (name: String, data: String) in "event:\(name)\ndata:\(data)\n\n" }
        let transport = StreamedTransport([
            event(Self.topic, #"{"record":{"id":"early"}}"#) + Self.hello
                + event("authors/*", #"{"record":{"id":"a"}}"#) + event("PB_CONNECT", #"{"clientId":"c2"}"#)
                + event(Self.topic, #"{"record":{"id":"r1"}}"#) + event(Self.topic, #"{"record":{"id":7}}"#)
        ])
        var changes = try Self.engine(transport).changes(of: Notes.self).makeAsyncIterator()
        #expect(await changes.next() == Self.whole)
        // Joined with the item, or after it.
        let next = await changes.next()
        #expect(next == RealtimeChange(module: "notes", id: "r1") || next == Self.whole)
        #expect(transport.subscriptions.first == #"{"clientId":"c1","subscriptions":["\#(Self.topic)"]}"#)
    }

    @Test("An entry of the journal that cannot be read counts as a change of every module")
    func journalEntries() {
        let topic = RealtimeTopic.journal(of: ["books": "books", "people": "authors"])
        func changes(_ data: String, isTruncated: Bool = false) -> [RealtimeChange] {
            topic.changes(
                in: ServerSentEvent(name: topic.name, data: Data(data.utf8), isTruncated: isTruncated))
        }
        #expect(
            changes(#"{"action":"create","record":{"collection":"people","record":"a1"}}"#)
                == [RealtimeChange(module: "authors", id: "a1")])
        #expect(changes(#"{"action":"create","record":{"collection":"others","record":"a1"}}"#).isEmpty)
        let everything = ["authors", "books"].map { RealtimeChange(module: $0) }
        for data in ["", "{}", #"{"record":{"collection":"books"}}"#, #"{"record":{"record":"a1"}}"#] {
            #expect(changes(data) == everything)
        }
        #expect(changes(#"{"record":{"collection":"books","record":"a1"}}"#, isTruncated: true) == everything)
    }

    @Test(
        "A stream that is no stream of PocketBase ends, and another one is tried",
        arguments: [
            "", "<html>", "event:PB_CONNECT\ndata:{}\n\n", "event:PB_CONNECT\ndata:{\"clientId\":7}\n\n",
            "data:x\n\n",
        ])
    func noStream(_ text: String) async throws {
        let transport = StreamedTransport([text, text, Self.hello])
        var changes = try Self.engine(transport).changes(of: Notes.self).makeAsyncIterator()
        #expect(await changes.next() == Self.whole)
        #expect(transport.opened >= 3)
    }

    @Test("A silent connection is given up")
    func silence() async throws {
        let transport = StreamedTransport([Self.hello], keepsOpen: true)
        var engine = try Self.engine(transport)
        engine.realtimeTimes.silence = .milliseconds(50)
        var changes = engine.changes(of: Notes.self).makeAsyncIterator()
        for _ in 0..<3 { #expect(await changes.next() == Self.whole) }
        #expect(transport.opened >= 3)
    }

    @Test("Leaving the loop, cancelling it, and dropping it end the connection", arguments: 0..<3)
    func leaving(_ way: Int) async throws {
        let transport = StreamedTransport([Self.hello], keepsOpen: true)
        let engine = try Self.engine(transport)
        switch way {
        case 0:
            for await _ in engine.changes(of: Notes.self) { break }
        case 1:
            let task = Task { for await _ in engine.changes(of: Notes.self) {} }
            try await eventually { transport.opened == 1 }
            task.cancel()
            await task.value
        default:
            let changes = engine.changes(of: Notes.self)
            try await eventually { transport.opened == 1 }
            _ = changes
        }
        try await eventually { transport.opened == transport.ended && transport.opened > 0 }
    }

    // MARK: - The buffer

    @Test("Many changes of a slow reader become one, and equal ones are joined")
    func joining() async {
        let buffer = RealtimeBuffer()
        for _ in 0..<3 { buffer.send(RealtimeChange(module: "notes", id: "a")) }
        buffer.send(RealtimeChange(module: "authors", id: "a"))
        #expect(buffer.takeAll() == [.init(module: "notes", id: "a"), .init(module: "authors", id: "a")])
        for number in 0...RealtimeBuffer.mostItems {
            buffer.send(RealtimeChange(module: "notes", id: "\(number)"))
        }
        buffer.send(RealtimeChange(module: "authors", id: "a"))
        #expect(await buffer.next() == Self.whole)
        #expect(await buffer.next() == .init(module: "authors", id: "a"))
        buffer.send(RealtimeChange(module: "notes", id: "a"))
        buffer.send(Self.whole)
        buffer.finish()
        #expect(await buffer.next() == Self.whole)
        #expect(await buffer.next() == nil)
    }
}

/// A server whose streams are texts.
final class StreamedTransport: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String]
    private let last: String
    private let keepsOpen: Bool
    private var bodies: [String] = []
    private var counts = (opened: 0, ended: 0)

    /// - Parameters:
    ///   - texts: One for each stream. The last one repeats.
    ///   - keepsOpen: Whether the streams do not end.
    init(_ texts: [String], keepsOpen: Bool = false) {
        self.texts = texts
        self.keepsOpen = keepsOpen
        last = texts.last ?? ""
    }

    var opened: Int { lock.withLock { counts.opened } }
    var ended: Int { lock.withLock { counts.ended } }
    var subscriptions: [String] { lock.withLock { bodies } }

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        lock.withLock { bodies.append(String(decoding: request.body ?? Data(), as: UTF8.self)) }
        return HTTPResponse(status: 204)
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        let text = lock.withLock {
            counts.opened += 1
            return texts.isEmpty ? last : texts.removeFirst()
        }
        let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        continuation.onTermination = { [self] _ in lock.withLock { counts.ended += 1 } }
        continuation.yield(Data(text.utf8))
        if !keepsOpen { continuation.finish() }
        return HTTPStream(status: 200, headers: HTTPHeaders(), chunks: chunks, unread: UnreadBytes())
    }
}

/// The parser of streams, and the messages in them.
@Suite struct ServerSentEventTests {
    private static func events(_ text: String, cut: Int = .max) throws -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        var events: [ServerSentEvent] = []
        var rest = Data(text.utf8)[...]
        while !rest.isEmpty {
            events += try parser.parse(Data(rest.prefix(cut)))
            rest = rest.dropFirst(min(cut, rest.count))
        }
        return events
    }

    private static func event(_ name: String, _ data: String) -> ServerSentEvent {
        ServerSentEvent(name: name, data: Data(data.utf8))
    }

    @Test(
        "Every line ending, comments and unknown fields are read, however the bytes arrive",
        arguments: [1, 2, 3, 7, 4_096])
    func forms(_ cut: Int) throws {
        let text =
            "\u{FEFF}: hello\nid:1\nevent:books/*\ndata:{\"a\":1}\n\n"
            + "event: x\r\ndata: one\r\ndata:two\r\ndata\r\nretry:5\r\nunknown\r\n\r\n" + "data:plain\r\r"
            + "event:no data\n\n" + "data:ü\n\n" + "data:unfinished\n"
        #expect(
            try Self.events(text, cut: cut) == [
                Self.event("books/*", "{\"a\":1}"), Self.event("x", "one\ntwo\n"),
                Self.event("message", "plain"),
                Self.event("message", "ü"),
            ])
    }

    @Test("Data that is too large is left out, and its event and the next ones are still there")
    func large() throws {
        let large = String(repeating: "x", count: ServerSentEventParser.mostData + 1)
        let events = try Self.events(
            "event:books/*\ndata:\(large)\n\nevent:\(large)\ndata:1\n\nevent:books/*\ndata:2\n\n", cut: 65_536
        )
        #expect(events.map(\.name) == ["books/*", "", "books/*"])
        #expect(events.map(\.isTruncated) == [true, false, false])
        #expect(events.map(\.data) == [Data(), Data("1".utf8), Data("2".utf8)])
    }

    @Test("An event without an end is an error, in bounded memory", arguments: ["x", "data:x\n"])
    func endless(_ piece: String) {
        let chunk = Data(String(repeating: piece, count: 4_096).utf8)
        var parser = ServerSentEventParser()
        parser.mostBytes = 1 << 17
        #expect(throws: EndlessEventError.self) {
            for _ in 0...((1 << 17) / chunk.count) { _ = try parser.parse(chunk) }
        }
    }

    @Test("Random bytes in random pieces give the events of a plain reading")
    func random() throws {
        let pieces = [
            "event:", "data:", "\n", "\r", "\r\n", ":", " ", "a", "ü", "id:1", "\n\n", "\u{FEFF}", "data",
            "event",
        ]
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let text = (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let cut = Int.random(in: 1...9, using: &random)
            #expect(try Self.events(text, cut: cut) == Self.plainly(text), "seed \(seed)")
        }
    }

    /// The standard's steps, over the whole text.
    private static func plainly(_ text: String) -> [ServerSentEvent] {
        var bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let unified = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
            .replacingOccurrences(of: "\r", with: "\n")
        var (name, data, events): (String, [String], [ServerSentEvent]) = ("", [], [])
        // The last piece has no line ending.
        for line in unified.components(separatedBy: "\n").dropLast() {
            if line.isEmpty {
                if !data.isEmpty {
                    events.append(event(name.isEmpty ? "message" : name, data.joined(separator: "\n")))
                }
                (name, data) = ("", [])
                continue
            }
            let bytes = Array(line.utf8)
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            var value = bytes.dropFirst(colon + 1)
            if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
            let text = String(decoding: value, as: UTF8.self)
            switch String(decoding: bytes[..<colon], as: UTF8.self) {
            case "event": name = text
            case "data": data.append(text)
            default: break
            }
        }
        return events
    }

    @Test(
        "A message gives the id of its record, wherever it is",
        arguments: [
            (#"{"action":"create","record":{"id":"a1","title":"x"}}"#, "a1"),
            (
                #"{"record":{"nested":{"id":"no"},"list":[{"id":"no"}],"id":"a\u0031"},"action":"delete"}"#,
                "a1"
            ),
            (#"{"record":{"title":"x"},"id":"no"}"#, nil), (#"{"record":{"id":7}}"#, nil),
            (#"{"record":{"id":""}}"#, nil), (#"{"record":[]}"#, nil), ("null", nil), ("", nil),
            (#"{"record":{"id":"a1"}"#, nil), (#"{"record":{"id":"a1"}} x"#, nil),
            (#"{"record":{"id":"\#(String(repeating: "a", count: 256))"}}"#, nil),
        ] as [(String, String?)])
    func ids(_ message: String, _ id: String?) {
        #expect(RealtimeMessage.recordID(in: Data(message.utf8)) == id)
    }
}
