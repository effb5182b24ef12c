#if os(Linux) || os(macOS)
internal import CCurl
import Foundation

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

    /// The body of a request that must not be sent twice. libcurl asks for it piece by piece, and cannot ask again: if a kept
    /// connection turns out to be closed, the transfer fails unless nothing of the body was sent.
    func setBodyOnce(
        count: Int, from giver: @escaping quire_curl_taker, context: UnsafeMutableRawPointer
    ) {
        note(quire_curl_set_size(transfer, Int32(QUIRE_CURL_POSTFIELDSIZE_LARGE), Int64(count)))
        note(quire_curl_set_giver(transfer, giver, context))
    }

    /// The bytes are not copied. They must live until the transfer is cleaned up.
    func setUpload(_ body: NSData) {
        note(quire_curl_set_size(transfer, Int32(QUIRE_CURL_POSTFIELDSIZE_LARGE), Int64(body.length)))
        let start = body.length == 0 ? UnsafeRawPointer(transfer) : body.bytes
        note(quire_curl_set_text(transfer, Int32(QUIRE_CURL_POSTFIELDS), start))
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
