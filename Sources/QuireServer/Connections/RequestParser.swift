/// Parses requests from the bytes of a connection, as strictly as RFC 9112 allows. A request that two parsers could
/// read differently is an error, so that no request can hide in another.
struct RequestParser {
    /// The result of parsing the bytes so far.
    enum Step {
        case needsMore
        /// The client waits for `100 Continue` before it sends its body.
        case wantsContinue
        case request(ServedRequest)
    }

    private enum Phase {
        case requestLine, headers
        case body(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd, trailer
    }

    private let limits: HTTPLimits
    /// Checks each request by its head, before the body is read; `nil` accepts all requests.
    private let access: AccessRules?
    private var buffer: [UInt8] = []
    /// Where the unread bytes start.
    private var start = 0
    /// How far the line at `start` has been searched for its end.
    private var searched = 0
    private var phase = Phase.requestLine
    private var head: RequestHead?
    private var body: [UInt8] = []
    private var headBytes = 0
    private var trailerBytes = 0
    private var mayAskToContinue = false

    init(_ limits: HTTPLimits, access: AccessRules? = nil) {
        self.limits = limits
        self.access = access
    }

    /// The request that is being read, once its first line is complete.
    var requestSoFar: ServedRequest? { head?.request }

    /// Whether no byte of a next request has arrived.
    var isIdle: Bool {
        if case .requestLine = phase { return start == buffer.count }
        return false
    }

    /// Whether the head has been parsed and the body is incomplete.
    var isInBody: Bool {
        switch phase {
        case .requestLine, .headers: false
        default: true
        }
    }

    /// The number of bytes of the body that have arrived. A Content-Length alone reserves no memory.
    var held: Int { body.count }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        // The rest is short, because bodies are moved out as they arrive.
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= 8_192)
        } else {
            buffer.removeFirst(start)
        }
        (start, searched) = (0, searched - start)
        buffer.append(contentsOf: bytes)
    }

    /// Parses what has arrived.
    ///
    /// - Throws: `HTTPError` for a malformed request. The connection must then be closed.
    mutating func next() throws(HTTPError) -> Step {
        while true {
            switch phase {
            case .requestLine:
                guard let line = try line(limits.requestLineBytes, tooLong: 414) else { return .needsMore }
                // Some clients send an extra empty line after a body.
                if line.isEmpty {
                    guard headBytes <= 2 else {
                        throw HTTPError(400, "The request starts with empty lines.")
                    }
                    continue
                }
                head = try RequestHead(line: buffer[line])
                phase = .headers
            case .headers:
                guard let line = try line(limits.headBytes, tooLong: 431) else { return .needsMore }
                if line.isEmpty {
                    try beginBody()
                } else {
                    guard let count = head?.request.headers.count, count < limits.headerCount else {
                        throw HTTPError(
                            431, "The request has more than \(limits.headerCount) header fields.")
                    }
                    try head?.addField(buffer[line])
                }
            case .body(let left):
                if left == 0 { return .request(finish()) }
                guard let taken = take(left) else { return needsMore() }
                phase = .body(left: left - taken)
            case .chunkSize:
                guard let line = try line(256, tooLong: 400) else { return needsMore() }
                let size = try ChunkSize.read(buffer[line])
                guard body.count + size <= limits.bodyBytes else { throw tooLarge }
                phase = size == 0 ? .trailer : .chunk(left: size)
            case .chunk(let left):
                guard let taken = take(left) else { return needsMore() }
                phase = left == taken ? .chunkEnd : .chunk(left: left - taken)
            case .chunkEnd:
                guard buffer.count - start >= 2 else { return needsMore() }
                guard buffer[start] == 13, buffer[start + 1] == 10 else {
                    throw HTTPError(400, "A chunk of the body does not end where its size says.")
                }
                start += 2
                searched = start
                phase = .chunkSize
            case .trailer:
                let before = start
                guard let line = try line(limits.headBytes, tooLong: 431) else { return needsMore() }
                trailerBytes += start - before
                guard trailerBytes <= limits.headBytes else {
                    throw HTTPError(431, "The trailer of the body is too long.")
                }
                if line.isEmpty { return .request(finish()) }
                // A trailer is checked, and not used.
                var ignored = RequestHead(trailerOf: head)
                try ignored.addField(buffer[line])
            }
        }
    }

    private mutating func needsMore() -> Step {
        guard mayAskToContinue, start == buffer.count else { return .needsMore }
        mayAskToContinue = false
        return .wantsContinue
    }

    private var tooLarge: HTTPError {
        HTTPError(
            413, "The body is larger than \(limits.bodyBytes) bytes, which is the most that is taken.")
    }

    private mutating func beginBody() throws(HTTPError) {
        try head?.findAuthority()
        if let access, let request = head?.request { try access.check(request) }
        guard let framing = try head?.framing() else { return }
        mayAskToContinue = try head?.asksToContinue() ?? false
        switch framing {
        case .none: phase = .body(left: 0)
        case .length(let length):
            guard length <= limits.bodyBytes else { throw tooLarge }
            body.reserveCapacity(min(length, 1 << 16))
            phase = .body(left: length)
        case .chunked: phase = .chunkSize
        }
    }

    /// Moves bytes into the body. Returns `nil` if none have arrived.
    private mutating func take(_ length: Int) -> Int? {
        let count = min(length, buffer.count - start)
        if count == 0 { return nil }
        body.append(contentsOf: buffer[start..<start + count])
        start += count
        searched = start
        return count
    }

    private mutating func finish() -> ServedRequest {
        var request =
            head?.request
            ?? ServedRequest(
                method: "", path: "", query: "", headers: [], keepsAlive: false, isVersion10: false)
        request.body = body
        head = nil
        body = []
        (headBytes, trailerBytes, mayAskToContinue) = (0, 0, false)
        phase = .requestLine
        return request
    }

    /// The next line without its end; `nil` if it is incomplete.
    private mutating func line(_ limit: Int, tooLong: Int) throws(HTTPError) -> Range<Int>? {
        let end = buffer.withUnsafeBufferPointer { bytes in
            var position = max(searched, start)
            while position < bytes.count, bytes[position] != 10 { position += 1 }
            return position
        }
        let room = isInBody ? limit : min(limit, limits.headBytes - headBytes)
        guard end - start <= room else {
            throw HTTPError(
                tooLong,
                tooLong == 414
                    ? "The request's first line is longer than \(limits.requestLineBytes) bytes."
                    : tooLong == 431
                        ? "The request's head is longer than \(limits.headBytes) bytes."
                        : "The line with a chunk's size is too long.")
        }
        searched = end
        guard end < buffer.count else { return nil }
        guard end > start, buffer[end - 1] == 13 else {
            throw HTTPError(400, "A line of the request ends with LF alone; HTTP has CR LF.")
        }
        let line = start..<end - 1
        if !isInBody { headBytes += end + 1 - start }
        start = end + 1
        searched = start
        return line
    }
}

/// The size of a chunk of a body: hexadecimal digits, and perhaps extensions, which are ignored.
enum ChunkSize {
    static func read(_ line: ArraySlice<UInt8>) throws(HTTPError) -> Int {
        var size = 0
        var digits = 0
        for byte in line {
            guard let digit = HexDigit.value(byte) else { break }
            digits += 1
            guard digits <= 15 else { throw HTTPError(413, "A chunk of the body is too large.") }
            size = size << 4 | digit
        }
        let rest = line.dropFirst(digits).drop { $0 == 0x20 || $0 == 0x09 }
        let isWellFormed =
            digits > 0 && (rest.isEmpty && line.count == digits || rest.first == UInt8(ascii: ";"))
        guard isWellFormed, rest.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
            throw HTTPError(400, "The size of a chunk of the body is not a hexadecimal number.")
        }
        return size
    }
}
