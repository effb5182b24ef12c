import QuireToolbox

extension TransportError: OutageError {
    public var isOutage: Bool {
        switch kind {
        case .timedOut, .hostNotFound, .connectionRefused, .connectionLost, .offline, .insecure,
            .proxyFailed, .redirectRefused, .tooManyRedirects, .invalidResponse, .other:
            true
        case .responseTooLarge, .readerTooSlow, .invalidRequest: false
        }
    }
}
