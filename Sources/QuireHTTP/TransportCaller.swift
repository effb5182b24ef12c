/// The continuation of a caller that waits for a complete response or for its head.
package enum TransportCaller {
    case response(CheckedContinuation<HTTPResponse, any Error>)
    case stream(CheckedContinuation<HTTPStream, any Error>)

    package func fail(_ error: any Error) {
        switch self {
        case .response(let continuation): continuation.resume(throwing: error)
        case .stream(let continuation): continuation.resume(throwing: error)
        }
    }
}
