/// An engine's error that knows what it means for a write that waits to be delivered.
package protocol DeliveryError: Error {
    /// What becomes of a write that failed with this error.
    func outcome(for operation: WriteOperation) -> DeliveryOutcome

    /// What may be stored of the error: enough for people to act on, without secrets.
    var storedText: String { get }
}

/// What becomes of a write that was not delivered.
package enum DeliveryOutcome: Sendable {
    /// The server refuses the write, now and later.
    case refused(WriteFailure)
    /// The write may succeed later. It is uncertain where the server may have carried it out.
    case later(isUncertain: Bool)
}
