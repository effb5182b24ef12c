#if os(Linux) || os(macOS)
internal import CCurl
import Foundation

/// One request sent once.
///
/// Unchecked, because everything happens on the loop's thread.
final class CurlExchange: @unchecked Sendable {
    let request: HTTPRequest
    private let settings: TransportSettings
    private let trust: CurlTransport.Trust
    private let limit: Int

    weak var loop: CurlLoop?
    var caller: TransportCaller?
    var timer: DeadlineTimer.ID?
    var failure: (any Error)?
    private(set) var isFinished = false
    private(set) var transfer: UnsafeMutableRawPointer?
    private var sentHeaders: UnsafeMutableRawPointer?
    /// The file of an upload, which libcurl reads while it sends, and its size.
    private var upload: (file: FileHandle, count: Int)?
    private var reportedBytes: Int64 = 0
    /// How much libcurl has read of a body that it reads piece by piece.
    private var givenBytes = 0

    private var head = ResponseHead()
    private var body = Data()
    private var received = 0
    private var chunks: AsyncThrowingStream<Data, any Error>.Continuation?
    private let unread = UnreadBytes()

    init(_ request: HTTPRequest, _ settings: TransportSettings, trust: CurlTransport.Trust) {
        self.request = request
        self.settings = settings
        self.trust = trust
        limit = request.maximumResponseBytes ?? settings.maximumResponseBytes
    }

    // MARK: - The request

    /// Creates libcurl's transfer. Returns `nil` if libcurl rejects it.
    func makeTransfer() -> UnsafeMutableRawPointer? {
        guard let transfer = quire_curl_easy_init() else { return nil }
        self.transfer = transfer
        // Released with the transfer, in `finish`.
        let context = Unmanaged.passRetained(self).toOpaque()
        sentHeaders = headerList()
        let options = TransferOptions(transfer)
        options.set(QUIRE_CURL_URL, request.addressText)
        options.set(QUIRE_CURL_NOSIGNAL, 1)
        // http and https.
        options.set(QUIRE_CURL_PROTOCOLS, 3)
        options.set(QUIRE_CURL_PATH_AS_IS, 1)
        options.set(QUIRE_CURL_SUPPRESS_CONNECT_HEADERS, 1)
        // All encodings that this libcurl supports.
        options.set(QUIRE_CURL_ACCEPT_ENCODING, "")
        if let path = trust.certificateAuthorities { options.set(QUIRE_CURL_CAINFO, path) }
        if let keys = trust.pinnedPublicKeys { options.set(QUIRE_CURL_PINNEDPUBLICKEY, keys) }
        if let certificate = trust.clientCertificate {
            options.set(QUIRE_CURL_SSLCERT, certificate.certificate)
            options.set(QUIRE_CURL_SSLKEY, certificate.privateKey)
        }
        if let file = request.upload?.file {
            do {
                let handle = try FileHandle(forReadingFrom: file)
                upload = (handle, Int(try handle.seekToEnd()))
                try handle.seek(toOffset: 0)
            } catch {
                // It was there before the request waited for a connection.
                failure = TransportError(
                    .invalidRequest, request, detail: "the file of its upload cannot be read")
                return nil
            }
        }
        setMethod(options, context)
        options.setHeaders(sentHeaders)
        options.setTakers(
            head: { bytes, _, count, context in CurlExchange.of(context)?.takeHead(bytes, count) ?? 0 },
            body: { bytes, _, count, context in CurlExchange.of(context)?.takeBody(bytes, count) ?? 0 },
            context: context)
        if request.upload?.progress != nil {
            options.setWatcher(
                { context, _, _, total, sent in
                    CurlExchange.of(context)?.report(sent, of: total)
                    return 0
                }, context: context)
        }
        return options.areSet ? transfer : nil
    }

    private func setMethod(_ options: TransferOptions, _ context: UnsafeMutableRawPointer) {
        let count = upload?.count ?? request.body?.count ?? 0
        // If a kept connection turns out to be closed, libcurl sends a request without a body again, and cannot read a
        // file again.
        if request.isRepeatable ? upload != nil : count == 0 { options.set(QUIRE_CURL_FRESH_CONNECT, 1) }
        switch request.method {
        case .get where request.body == nil && upload == nil: options.set(QUIRE_CURL_HTTPGET, 1)
        case .head: options.set(QUIRE_CURL_NOBODY, 1)
        default:
            if count > 0, upload != nil || !request.isRepeatable {
                options.set(QUIRE_CURL_POST, 1)
                options.setBodyOnce(
                    count: count,
                    from: { bytes, _, count, context in CurlExchange.of(context)?.giveBody(bytes, count) ?? 0
                    },
                    context: context)
            } else if let body = request.body ?? (request.method == .post || upload != nil ? Data() : nil) {
                options.set(QUIRE_CURL_POST, 1)
                options.setBody(body)
            }
            options.set(QUIRE_CURL_CUSTOMREQUEST, request.method.rawValue)
        }
    }

    /// Copies the next bytes of the body. Returns their number.
    private func giveBody(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        let room = UnsafeMutableRawBufferPointer(start: bytes, count: count)
        var piece = request.body?.dropFirst(givenBytes) ?? Data()
        if let upload {
            let expected = min(count, upload.count - givenBytes)
            piece = (try? upload.file.read(upToCount: expected)) ?? Data()
            guard expected == 0 || !piece.isEmpty else {
                failure = TransportError(
                    .invalidRequest, request,
                    detail: "the file of its upload became shorter, or unreadable, while it was sent")
                return Int(QUIRE_CURL_READ_ABORT)
            }
        }
        let given = piece.copyBytes(to: room)
        givenBytes += given
        return given
    }

    private func headerList() -> UnsafeMutableRawPointer? {
        var lines = request.headers.map { field in
            // libcurl reads a name followed by a colon and nothing else as "omit that header".
            field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        if request.headers["User-Agent"] == nil { lines.append("User-Agent: \(settings.userAgent)") }
        if request.headers["Accept-Language"] == nil { lines.append("Accept-Language: *") }
        // Headers that libcurl would add by itself.
        for name in ["Expect", "Content-Type"] where request.headers[name] == nil {
            lines.append("\(name):")
        }
        return lines.reduce(nil) { list, line in quire_curl_list_append(list, line) ?? list }
    }

    private func report(_ sent: Int64, of total: Int64) {
        guard sent > reportedBytes else { return }
        reportedBytes = sent
        request.upload?.progress?(sent, total)
    }

    // MARK: - What comes back

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Receives a line of the head. Any result other than the count ends the transfer.
    private func takeHead(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        do throws(TransportError) {
            let line = UnsafeRawBufferPointer(start: bytes, count: count)
            guard try head.take(line, of: request) else { return count }
            if let length = head.headers["Content-Length"].flatMap(Int.init), length > limit {
                throw tooLarge
            }
            startStream()
            return count
        } catch {
            failure = error
            return 0
        }
    }

    private func startStream() {
        guard case .stream(let continuation)? = caller else { return }
        caller = nil
        let (stream, chunks) = AsyncThrowingStream<Data, any Error>.makeStream()
        chunks.onTermination = { [weak loop] reason in
            if case .cancelled = reason { loop?.abort(self, CancellationError()) }
        }
        self.chunks = chunks
        continuation.resume(
            returning: HTTPStream(
                status: head.status, headers: head.headers, chunks: stream, unread: unread))
    }

    private func takeBody(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        received += count
        if received > limit {
            failure = tooLarge
            return 0
        }
        let piece = UnsafeRawBufferPointer(start: bytes, count: count)
        guard let chunks else {
            body.append(contentsOf: piece)
            return count
        }
        let waiting = unread.add(count)
        guard waiting <= settings.maximumBufferedBytes else {
            failure = TransportError(.readerTooSlow, request, detail: "\(waiting) bytes wait unread")
            return 0
        }
        chunks.yield(Data(piece))
        return count
    }

    private var tooLarge: TransportError {
        TransportError(.responseTooLarge, request, detail: "more than \(limit) bytes")
    }

    // MARK: - The end

    /// Resumes the caller. The code is `nil` if libcurl has not ended the transfer.
    func finish(code: Int32?) {
        isFinished = true
        if let transfer {
            quire_curl_easy_cleanup(transfer)
            quire_curl_list_free(sentHeaders)
            self.transfer = nil
            upload = nil
            Unmanaged.passUnretained(self).release()
        }
        let failure = failure ?? code.flatMap { TransportError(curl: $0, head, request) }
        if let failure {
            caller?.fail(failure)
            chunks?.finish(throwing: failure)
        } else if case .response(let continuation)? = caller {
            continuation.resume(
                returning: HTTPResponse(status: head.status, headers: head.headers, body: body))
        } else {
            chunks?.finish()
        }
        caller = nil
        chunks = nil
    }
}

/// Sets the options of a transfer, and records whether libcurl accepted all of them.
final class TransferOptions {
    private let transfer: UnsafeMutableRawPointer
    private(set) var areSet = true

    init(_ transfer: UnsafeMutableRawPointer) { self.transfer = transfer }

    func set(_ option: Int, _ number: Int) {
        note(quire_curl_set_long(transfer, Int32(option), number))
    }

    func set(_ option: Int, _ text: String) {
        note(text.withCString { quire_curl_set_text(transfer, Int32(option), $0) })
    }

    /// The bytes are copied.
    func setBody(_ body: Data) {
        note(
            quire_curl_set_size(
                transfer, Int32(QUIRE_CURL_POSTFIELDSIZE_LARGE), Int64(body.count)))
        body.withUnsafeBytes { bytes in
            // An empty buffer has no address, and libcurl treats a missing address as "ask for the body".
            let start = bytes.baseAddress ?? UnsafeRawPointer(transfer)
            note(quire_curl_set_text(transfer, Int32(QUIRE_CURL_COPYPOSTFIELDS), start))
        }
    }

    /// A file, or the body of a request that must not be sent twice. libcurl asks for it piece by piece, and cannot ask
    /// again: if a kept connection turns out to be closed, the transfer fails unless nothing of the body was sent.
    func setBodyOnce(count: Int, from giver: @escaping quire_curl_taker, context: UnsafeMutableRawPointer) {
        note(quire_curl_set_size(transfer, Int32(QUIRE_CURL_POSTFIELDSIZE_LARGE), Int64(count)))
        note(quire_curl_set_giver(transfer, giver, context))
    }

    func setWatcher(_ watcher: @escaping quire_curl_watcher, context: UnsafeMutableRawPointer) {
        note(quire_curl_set_watcher(transfer, watcher, context))
    }

    func setHeaders(_ list: UnsafeMutableRawPointer?) { note(quire_curl_set_headers(transfer, list)) }

    func setTakers(
        head: @escaping quire_curl_taker, body: @escaping quire_curl_taker, context: UnsafeMutableRawPointer
    ) {
        note(quire_curl_set_takers(transfer, head, body, context))
    }

    private func note(_ code: Int32) { if code != 0 { areSet = false } }
}
#endif
