/// A reply of the server, with an optional fault.
public struct Reply: Sendable {
    /// A simulated failure of a reply.
    public enum Fault: Sendable, Hashable {
        /// The connection is closed before a byte is sent.
        case closeBeforeStatus
        /// The connection is closed after the headers, which promise a body.
        case closeAfterHeaders
        /// The connection is closed after this many bytes of the body.
        case truncate(after: Int)
        /// The connection is reset (RST) before a byte is sent.
        case reset
        /// The body is sent in pieces of this many bytes, with a pause before each.
        case drip(bytes: Int, milliseconds: Int)
        /// Nothing is sent; the connection stays open until the client closes it.
        case hang
        /// These raw bytes are sent, and the connection is closed.
        case raw([UInt8])
    }

    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// The delay before the status line.
    public var delayMilliseconds = 0
    public var fault: Fault?
    /// Whether the body is sent chunked, without `Content-Length`.
    public var isChunked = false

    public init(_ status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        self.body = body
    }

    public init(_ status: Int = 200, headers: [(String, String)] = [], text: String) {
        self.init(status, headers: headers, body: Array(text.utf8))
    }

    public static func json(_ text: String, status: Int = 200) -> Reply {
        Reply(status, headers: [("Content-Type", "application/json")], text: text)
    }

    public static func failing(_ fault: Fault, body: [UInt8] = []) -> Reply {
        var reply = Reply(body: body)
        reply.fault = fault
        return reply
    }

    public func delayed(milliseconds: Int) -> Reply {
        var copy = self
        copy.delayMilliseconds = milliseconds
        return copy
    }

    func head(closes: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Failed")\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        if isChunked {
            text += "Transfer-Encoding: chunked\r\n"
        } else if status != 204 && status != 304 {
            text += "Content-Length: \(body.count)\r\n"
        }
        if closes { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }
}
