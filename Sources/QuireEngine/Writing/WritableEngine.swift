import Foundation
import QuireCore
import QuireToolbox

/// An engine that supports writing.
public protocol WritableEngine: ContentEngine {
    /// Performs a batch, in the order of `WriteOperation.Kind`.
    ///
    /// - Returns: The result of each operation, in the batch's order.
    /// - Throws: `UnsupportedError` before any I/O; the engine's errors if the result of every operation is unknown.
    func write(_ batch: WriteBatch) async throws -> [WriteResult]
}

/// An engine that changes all items of a query together. `ContentClient` writes page by page to other engines.
public protocol QueryWritingEngine: WritableEngine {
    /// Performs the same operation on all items that a request matches, all of them or none.
    ///
    /// - Parameters:
    ///   - operation: An update or a deletion without an id.
    ///   - request: The items. Its page has no effect, unless it comes from `Query.limit`.
    /// - Returns: The number of items that were written.
    /// - Throws: `QueryWriteError` if an item cannot be written; the engine's errors.
    func write(_ operation: WriteOperation, toItemsOf request: SearchRequest) async throws -> Int
}

/// The result of one operation.
public enum WriteResult: Sendable, Hashable {
    /// The item was stored. The value is the stored instance as JSON.
    case stored(Data)
    /// The item was deleted. The value is its instance as JSON, if the engine returns it.
    case deleted(Data?)
    /// All items of the module were deleted. The count is `nil` if the engine does not report it.
    case truncated(Int?)
    case failed(WriteError)

    /// Whether the operation succeeded.
    public var isSuccess: Bool {
        if case .failed = self { false } else { true }
    }
}

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

/// An engine on this device that a test can fill with items.
package protocol SeedableEngine: ContentEngine {
    /// Stores complete items, with their dates and metadata.
    ///
    /// - Throws: `WriteError` for an item that a write would refuse; the engine's errors.
    func seed<Module: ContentModule>(_ items: [Content<Module>]) async throws

    /// Releases files and connections. Later requests may throw.
    func close() async
}

/// A change of all items of a query that stopped because the engine rejected one of them.
public struct QueryWriteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of items that were written and remain so. 0 on the store, which writes all of them or none.
    public var written: Int
    /// The number of items that the query matched.
    public var matched: Int
    /// The first rejected write.
    public var failure: WriteError

    public init(written: Int, matched: Int, failure: WriteError) {
        self.written = written
        self.matched = matched
        self.failure = failure
    }

    public var description: String {
        PlainText.error(
            "Stopped after \(written) of \(matched) items: \(failure)",
            "Then call it again for the remaining items.")
    }
}

extension ObservedEngine: WritableEngine where Base: WritableEngine {
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] {
        try await writing(batch) { try await base.write(batch) }
    }

    /// Runs a write of any kind and calls the observer before and after it.
    package func writing(
        _ batch: WriteBatch, _ write: () async throws -> [WriteResult]
    ) async throws -> [WriteResult] {
        try await observing(
            "write", batch.operations.map(\.module.name),
            counting: { results in .init(rows: results.count { $0.isSuccess }) }, run: write)
    }
}

extension ObservedEngine: QueryWritingEngine where Base: QueryWritingEngine {
    public func write(_ operation: WriteOperation, toItemsOf request: SearchRequest) async throws -> Int {
        try await observing("write", [operation.module.name], counting: { .init(rows: $0) }) {
            try await base.write(operation, toItemsOf: request)
        }
    }
}

extension ObservedEngine: TransactionalEngine where Base: TransactionalEngine {
    public func transaction<Result>(
        isolation: isolated (any Actor)?, _ body: (any WritableEngine) async throws -> Result
    ) async throws -> Result {
        try await base.transaction(isolation: isolation) { try await body(observed($0)) }
    }

    private func observed(_ engine: some WritableEngine) -> any WritableEngine {
        ObservedEngine<_>(engine, by: observer)
    }
}
