#if os(Linux) || os(macOS)
import Foundation

/// The status and headers of a response, parsed line by line as they arrive.
struct ResponseHead {
    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    /// Whether the empty line after the headers was received. Without it, there is no response.
    private(set) var isComplete = false
    private var size = 0

    /// The limit for all lines, in bytes.
    private static let limit = 1 << 20

    /// Parses a line including its end. Returns `true` if it completes the head.
    mutating func take(_ line: UnsafeRawBufferPointer, of request: HTTPRequest) throws(TransportError) -> Bool
    {
        // Trailers after the body are not headers.
        if isComplete { return false }
        size += line.count
        guard size <= Self.limit else {
            throw TransportError(
                .invalidResponse, request, detail: "headers of more than \(Self.limit) bytes")
        }
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("HTTP/") {
            // Also after an interim response (100, 103).
            headers = HTTPHeaders()
            let parts = text.split(separator: " ", maxSplits: 2)
            guard parts.count >= 2, let number = Int(parts[1]), (100...999).contains(number) else {
                throw TransportError(.invalidResponse, request, detail: "no status in the first line")
            }
            status = number
            return false
        }
        if text.isEmpty {
            isComplete = status >= 200 || status == 101
            return isComplete
        }
        guard let colon = text.firstIndex(of: ":") else {
            throw TransportError(.invalidResponse, request, detail: "a header without a colon")
        }
        headers.append(
            String(text[..<colon]),
            text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        return false
    }
}
#endif
