#if os(Linux) || os(macOS)
internal import CCurl

extension TransportError {
    /// Converts libcurl's code (https://curl.se/libcurl/c/libcurl-errors.html). `nil` if the response is complete.
    init?(curl code: Int32, _ head: ResponseHead, _ request: HTTPRequest) {
        if code == 0 {
            if head.isComplete { return nil }
            self.init(.connectionLost, request, detail: "the connection was closed amid the headers")
            return
        }
        let kind: Kind =
            switch code {
            case 3: .invalidRequest
            case 5, 97: .proxyFailed
            case 6: .hostNotFound
            case 7: .connectionRefused
            case 1, 8, 61: .invalidResponse
            case 28: .timedOut
            case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .insecure
            // 65: the body of a request that must not be repeated was asked for again, because a kept connection was closed.
            case 16, 18, 52, 55, 56, 65, 92, 95: .connectionLost
            default: .other
            }
        self.init(kind, request, detail: "\(String(cString: quire_curl_error_text(code))), libcurl \(code)")
    }
}
#endif
