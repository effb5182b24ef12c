import Foundation
import QuireCore
import Seeds
import Testing

@testable import QuirePocketBase

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
