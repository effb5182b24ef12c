/// The continuation of a caller that waits for a complete response or for its head.
enum TransportCaller {
    case response(CheckedContinuation<HTTPResponse, any Error>)
    case stream(CheckedContinuation<HTTPStream, any Error>)

    func fail(_ error: any Error) {
        switch self {
        case .response(let continuation): continuation.resume(throwing: error)
        case .stream(let continuation): continuation.resume(throwing: error)
        }
    }
}
