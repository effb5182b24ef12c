/// An engine error that defines what happens to a pending write.
package protocol DeliveryError: Error {
    /// Returns what happens to a write that failed with this error.
    func outcome(for operation: WriteOperation) -> DeliveryOutcome

    /// The text of the error for storage: enough for people to act on, without secrets.
    var storedText: String { get }
}

/// What happens to a write that was not delivered.
package enum DeliveryOutcome: Sendable {
    /// The server rejects the write permanently.
    case refused(WriteError)
    /// The write may succeed later. `isUncertain` if the server may have carried it out.
    case later(isUncertain: Bool)
}
