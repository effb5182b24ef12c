/// A reply of a hostile server instead of the requested content.
package struct HostileReply: Sendable, CustomStringConvertible {
    package var description: String
    /// Whether clients print text of the reply because it is an error message.
    package var isPrinted: Bool
    package var reply: Reply

    package static let all: [HostileReply] = [
        HostileReply(
            description: "an error's message", isPrinted: true,
            reply: .json(
                "{\"error\":{\"message\":\(json),\"type\":\(json),\"reason\":\(json),\"extra\":{\(json):\(json)}},"
                    + "\"message\":\(json),\"error_description\":\(json)}",
                status: 400)),
        HostileReply(
            description: "an error that is text", isPrinted: true,
            reply: .json("{\"error\":\(json),\"message\":\(json)}", status: 403)),
        HostileReply(
            description: "bytes that are no JSON", isPrinted: false,
            reply: Reply(400, headers: [("Content-Type", "text/plain")], body: HostileText.bytes)),
        HostileReply(
            description: "bytes for a response", isPrinted: false, reply: Reply(200, body: HostileText.bytes)),
        HostileReply(
            description: "values of the wrong type", isPrinted: false,
            reply: .json(
                "{\"pagination\":{\"page\":\(json)},\"items\":\(json),\"results\":\(json),\"hits\":\(json)}")),
        HostileReply(
            description: "headers", isPrinted: false,
            reply: .failing(
                .raw(
                    Array(
                        "HTTP/1.1 400 \u{1B}[31m\u{9B}31m\u{202E}\r\nContent-Type: \u{1B}[2J\u{9B}2J\u{2067}\r\n"
                            .utf8)
                        + [0x9B] + Array("x: y\r\nWWW-Authenticate: Basic realm=\"\u{1B}]0;x\u{7}\"\r\n".utf8)
                        + Array("Content-Length: 8\r\n\r\n\u{1B}[2J\u{202E}x".utf8)))),
    ]

    private static let json = HostileText.json
}
