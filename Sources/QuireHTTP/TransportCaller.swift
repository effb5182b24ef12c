/// Who waits for an answer of a transport: for all of it, or for its beginning.
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
