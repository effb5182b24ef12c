import QuireEngine

extension WriteError {
    /// The failure for an operation that the cluster refused.
    init(_ outcome: BulkOutcome, _ operation: WriteOperation) {
        self.init(
            outcome.status == 400 ? .invalid : .other, operation,
            message: outcome.reason ?? "the cluster refused it")
        status = outcome.status
        type = outcome.type
    }
}
