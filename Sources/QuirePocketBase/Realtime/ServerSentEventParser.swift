import Foundation

/// A server-sent event.
struct ServerSentEvent: Sendable, Hashable {
    /// `message` if the server gives none; empty if it is too long.
    var name: String
    var data: Data
    /// Whether the data was too large, and is left out.
    var isTruncated = false
}

/// Parses a stream of server-sent events in bounded memory (HTML standard, §9.2.6).
///
/// ```text
/// event:books/*
/// data:{"action":"create","record":{…}}
///
/// ```
struct ServerSentEventParser {
    /// The most bytes of data that an event keeps. Larger data is left out.
    static let mostData = 1 << 20
    /// The most bytes of an event. Longer ones are an attack, or no events.
    static let mostBytes = 64 << 20
    /// The longest event name.
    static let longestName = 4_096

    var mostBytes = Self.mostBytes
    private var line: [UInt8] = []
    private var lineIsTruncated = false
    private var isAfterReturn = false
    private var isFirstLine = true
    private var name: String?
    private var data: [UInt8] = []
    private var hasData = false
    private var isTruncated = false
    /// The bytes since the last event.
    private var received = 0

    /// Parses the next bytes and returns the events that they complete.
    ///
    /// - Throws: `EndlessEventError`.
    mutating func parse(_ chunk: Data) throws(EndlessEventError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        let bytes = [UInt8](chunk)
        var start = 0
        if isAfterReturn, let first = bytes.first {
            isAfterReturn = false
            if first == 10 { start = 1 }
        }
        while start < bytes.count {
            guard let end = bytes[start...].firstIndex(where: { $0 == 10 || $0 == 13 }) else { break }
            append(bytes[start..<end])
            received += 1
            if let event = endLine() { events.append(event) }
            start = end + 1
            guard bytes[end] == 13 else { continue }
            if start == bytes.count {
                isAfterReturn = true
            } else if bytes[start] == 10 {
                start += 1
            }
        }
        append(bytes[start...])
        guard received <= mostBytes else { throw EndlessEventError() }
        return events
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        received += bytes.count
        let room = Self.mostData - line.count
        if bytes.count > room { lineIsTruncated = true }
        line.append(contentsOf: bytes.prefix(room))
    }

    /// Reads the line that ends. An empty one completes the event.
    private mutating func endLine() -> ServerSentEvent? {
        defer {
            line.removeAll(keepingCapacity: line.count < 1 << 16)
            lineIsTruncated = false
            isFirstLine = false
        }
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<colon].prefix(8), as: UTF8.self) {
        case "event":
            name =
                value.isEmpty
                ? nil : value.count > Self.longestName ? "" : String(decoding: value, as: UTF8.self)
        case "data": add(value)
        // A comment, the client's id, or an unknown field.
        default: break
        }
        return nil
    }

    private mutating func add(_ value: ArraySlice<UInt8>) {
        if lineIsTruncated || data.count + value.count + 1 > Self.mostData {
            isTruncated = true
            data = []
        } else if !isTruncated {
            if hasData { data.append(10) }
            data.append(contentsOf: value)
        }
        hasData = true
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            name = nil
            data = []
            hasData = false
            isTruncated = false
            received = 0
        }
        guard hasData else { return nil }
        return ServerSentEvent(name: name ?? "message", data: Data(data), isTruncated: isTruncated)
    }
}

/// An event without an end.
struct EndlessEventError: Error {}
