import QuireCore

/// The response to a request.
package struct ServedResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(_ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response with a JSON body.
    init(_ status: Int = 200, _ json: JSONWriter) { self.init(status, body: json.bytes) }

    package init(_ status: Int = 200, _ value: JSONValue) {
        var json = JSONWriter()
        json.value(value)
        self.init(status, json)
    }

    /// An error in HALO's form: `{"error":{"message":…,"extra":{},"type":"HaloError"}}`.
    init(error status: Int, _ message: String, extra: JSONValue = .object([])) {
        var json = JSONWriter()
        json.beginObject()
        json.key("error")
        json.beginObject()
        json.key("message")
        json.string(message)
        json.key("extra")
        json.value(extra)
        json.key("type")
        json.string("HaloError")
        json.endObject()
        json.endObject()
        self.init(status, json)
    }

    init(_ error: HTTPError) { self.init(error: error.status, error.message) }

    /// The bytes to send. The response to a HEAD request has no body.
    func bytes(date: String, isHead: Bool, closes: Bool, isVersion10: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\nDate: \(date)\r\n"
        if status != 204, !headers.contains(where: { $0.name == "Content-Type" }) {
            head += "Content-Type: application/json; charset=utf-8\r\n"
        }
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        // The status 204 means that there is no content.
        if status != 204 { head += "Content-Length: \(body.count)\r\n" }
        if closes {
            head += "Connection: close\r\n"
        } else if isVersion10 {
            head += "Connection: keep-alive\r\n"
        }
        head += "\r\n"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.utf8.count + (isHead ? 0 : body.count))
        bytes.append(contentsOf: head.utf8)
        if !isHead { bytes.append(contentsOf: body) }
        return bytes
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 301, 302, 303, 307, 308: "Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: status < 400 ? "OK" : "Error"
        }
    }
}
