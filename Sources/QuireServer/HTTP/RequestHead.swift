import QuireToolbox

/// The first line and the header fields of a request, and the framing of its body.
struct RequestHead {
    private(set) var request: ServedRequest
    /// The values of the header fields that determine where the body ends.
    private var lengths: [String] = []
    private var codings: [String] = []
    private var hosts: [String] = []
    /// The host and port in a request target that is a whole URL.
    private let targetAuthority: String?

    /// How the end of a body is determined.
    enum Framing: Equatable {
        case none
        case length(Int)
        case chunked
    }

    /// - Throws: `HTTPError` if the line is not a request line.
    init(line: ArraySlice<UInt8>) throws(HTTPError) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw HTTPError(
                400, "The first line is not a method, a target and a version, with a space between.")
        }
        guard !parts[0].isEmpty, parts[0].count <= 32, parts[0].allSatisfy(Self.isTokenByte) else {
            throw HTTPError(400, "The method is not a token.")
        }
        let method = String(decoding: parts[0], as: UTF8.self)
        let isVersion10: Bool
        switch String(decoding: parts[2], as: UTF8.self) {
        case "HTTP/1.1": isVersion10 = false
        case "HTTP/1.0": isVersion10 = true
        case let version where version.wholeMatch(of: /HTTP\/[0-9]\.[0-9]/) != nil:
            throw HTTPError(505, "The version is \(version); this server speaks HTTP/1.1.")
        default: throw HTTPError(400, "The first line does not end with a version of HTTP.")
        }
        guard Self.methods.contains(method) else {
            throw HTTPError(501, "Unknown method \(method).")
        }
        let (path, query, authority) = try Self.target(parts[1], of: method)
        targetAuthority = authority
        request = ServedRequest(
            method: method, path: path, query: query, headers: [], keepsAlive: !isVersion10,
            isVersion10: isVersion10)
    }

    /// A head for the fields of a trailer, which are only checked.
    init(trailerOf head: RequestHead?) {
        request = ServedRequest(
            method: head?.request.method ?? "", path: "", query: "", headers: [], keepsAlive: false,
            isVersion10: false)
        targetAuthority = nil
    }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]

    private static func target(
        _ bytes: ArraySlice<UInt8>, of method: String
    ) throws(HTTPError) -> (path: String, query: String, authority: String?) {
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw HTTPError(400, "The target holds what a URL cannot; percent-encode it.")
        }
        var text = Substring(decoding: bytes, as: UTF8.self)
        // Every server must accept the form of target that proxies get.
        var authority: String?
        for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
            text = text.dropFirst(scheme.count)
            authority = String(text.prefix { $0 != "/" && $0 != "?" })
            text = text.drop { $0 != "/" && $0 != "?" }
            if !text.hasPrefix("/") { text = "/" + text }
        }
        // The server as a whole has options only.
        guard text.hasPrefix("/") || text == "*" && method == "OPTIONS" else {
            throw HTTPError(400, "The target is not a path that starts with /.")
        }
        guard let mark = text.firstIndex(of: "?") else { return (String(text), "", authority) }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]), authority)
    }

    /// Parses the line of a header field.
    mutating func addField(_ line: ArraySlice<UInt8>) throws(HTTPError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw HTTPError(400, "A header field has no colon.")
        }
        let name = line[..<colon]
        // Servers interpret white space before the colon or at the start (a folded line) differently.
        guard !name.isEmpty, name.allSatisfy(Self.isTokenByte) else {
            throw HTTPError(400, "The name of a header field holds what it cannot.")
        }
        let value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
            throw HTTPError(400, "The value of a header field holds a control character.")
        }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var trimmed = value.drop(while: isSpace)
        while let last = trimmed.last, isSpace(last) { trimmed.removeLast() }
        let text = String(decoding: trimmed, as: UTF8.self)
        guard !CombiningMarks.exceedLimit(in: text) else {
            throw HTTPError(400, CombiningMarks.problem("The value of a header field"))
        }
        add(String(decoding: name, as: UTF8.self), text)
    }

    private mutating func add(_ name: String, _ value: String) {
        request.headers.append((name, value))
        switch name.lowercased() {
        case "content-length": lengths.append(value)
        case "transfer-encoding": codings.append(value)
        case "host": hosts.append(value)
        case "connection":
            for option in value.lowercased().split(separator: ",") {
                switch option.trimmingSpaces {
                case "close": request.keepsAlive = false
                case "keep-alive" where request.isVersion10: request.keepsAlive = true
                default: break
                }
            }
        default: break
        }
    }

    /// Determines the host and port that the request is for.
    ///
    /// - Throws: `HTTPError` if there is none, or if two readers could read different ones.
    mutating func findAuthority() throws(HTTPError) {
        guard hosts.count == 1 || (hosts.isEmpty && request.isVersion10) else {
            throw HTTPError(400, "A request has one Host field; this one has \(hosts.count).")
        }
        if let targetAuthority, let host = hosts.first, host.lowercased() != targetAuthority.lowercased() {
            throw HTTPError(400, "The target's host is not that of the Host field.")
        }
        request.authority = targetAuthority ?? hosts.first
    }

    /// Determines where the body ends.
    ///
    /// - Throws: `HTTPError` if the fields are ambiguous.
    func framing() throws(HTTPError) -> Framing {
        if !codings.isEmpty {
            guard lengths.isEmpty else {
                throw HTTPError(400, "A request has Content-Length or Transfer-Encoding, not both.")
            }
            guard !request.isVersion10 else {
                throw HTTPError(400, "HTTP/1.0 has no Transfer-Encoding.")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw HTTPError(501, "The body's Transfer-Encoding is not \"chunked\" alone.")
            }
            return .chunked
        }
        guard let length = lengths.first else { return .none }
        guard lengths.allSatisfy({ $0 == length }) else {
            throw HTTPError(400, "The request has Content-Length fields that differ.")
        }
        guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw HTTPError(400, "Content-Length is not a number of bytes.")
        }
        guard let number = Int(length) else { throw HTTPError(413, "The body is too large.") }
        return .length(number)
    }

    /// Whether the client waits for `100 Continue` before it sends the body.
    func asksToContinue() throws(HTTPError) -> Bool {
        guard let expectation = request[header: "Expect"], !request.isVersion10 else { return false }
        guard expectation.lowercased() == "100-continue" else {
            throw HTTPError(
                417, "Unknown expectation \"\(expectation.shortened)\". Only 100-continue is supported.")
        }
        return true
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
            UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension StringProtocol {
    /// Without spaces and tabs at either end.
    var trimmingSpaces: String {
        var rest = self[...]
        while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
        return String(rest)
    }
}
