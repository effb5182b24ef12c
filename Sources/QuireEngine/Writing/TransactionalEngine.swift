/// An engine that runs several reads and writes as one.
public protocol TransactionalEngine: WritableEngine {
    /// Runs the body with an engine whose writes become durable and visible together when the body returns. If it throws,
    /// nothing is written. Reads of that engine see its writes.
    ///
    /// The engine that the body receives throws an error when it is used after the body has ended.
    /// - Parameter isolation: The actor that the body runs on.
    func transaction<Result>(
        isolation: isolated (any Actor)?, _ body: (any WritableEngine) async throws -> Result
    ) async throws -> Result
}
