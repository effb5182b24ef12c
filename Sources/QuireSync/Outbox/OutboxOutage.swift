import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

/// The meaning of an error for the write that failed with it.
struct OutboxOutage {
    let error: any Error

    init(_ error: any Error) { self.error = error }

    func verdict(_ entry: OutboxEntry) -> OutboxVerdict {
        switch error {
        case let error as UnsupportedError:
            return .refused(
                WriteError(.other, entry.operation, message: "\(error)"))
        // An operation that no engine accepts was detected before sending.
        case let error as WriteError where error.reason == .invalid: return .refused(error)
        case let error as any DeliveryError:
            switch error.outcome(for: entry.operation) {
            case .refused(let failure): return .refused(failure)
            case .later(let isUncertain): return .later(error, isUncertain: isUncertain)
            }
        case let error as TransportError:
            return .later(error, isUncertain: error.mayHaveArrived)
        default: return .later(error, isUncertain: true)
        }
    }
}
