import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

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
