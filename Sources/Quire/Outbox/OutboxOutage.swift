import Foundation

/// What an error says of a write that it ended.
struct OutboxOutage {
    let error: any Error

    init(_ error: any Error) { self.error = error }

    func verdict(_ entry: OutboxEntry) -> OutboxVerdict {
        switch error {
        case let error as UnsupportedError:
            return .refused(
                WriteFailure(.other, entry.operation, message: "\(error)"))
        // What can be written nowhere was found before it was sent.
        case let error as WriteFailure where error.reason == .invalid: return .refused(error)
        case let error as HALOError: return verdict(error, entry)
        case is AuthorizationError: return .later(error, isUncertain: false)
        case let error as TransportError:
            return .later(error, isUncertain: error.mayHaveArrived)
        default: return .later(error, isUncertain: true)
        }
    }

    private func verdict(_ error: HALOError, _ entry: OutboxEntry) -> OutboxVerdict {
        switch error.status {
        case 401, 425, 429: return .later(error, isUncertain: false)
        case 300...399: return .later(error, isUncertain: false)
        case 400...499 where error.status != 408:
            return .refused(WriteFailure(entry.operation, error))
        default: return .later(error, isUncertain: true)
        }
    }
}
