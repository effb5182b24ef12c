import QuireEngine

extension HALOError: DeliveryError {
    package func outcome(for operation: WriteOperation) -> DeliveryOutcome {
        switch status {
        case 401, 425, 429: return .later(isUncertain: false)
        case 300...399: return .later(isUncertain: false)
        case 400...499 where status != 408: return .refused(WriteError(operation, self))
        default: return .later(isUncertain: true)
        }
    }

    /// Only the status, because servers repeat what they were sent.
    package var storedText: String { "\(method) \(address) returned \(status)" }
}

extension AuthorizationError: DeliveryError {
    package func outcome(for operation: WriteOperation) -> DeliveryOutcome { .later(isUncertain: false) }

    package var storedText: String { "Authorization as \(mode.rawValue): \(kind.rawValue)" }
}
