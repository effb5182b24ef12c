import Foundation
import QuireCore
import QuireText
import QuireToolbox

/// The result of a batch.
///
/// ```swift
/// let result = try await content.batch { $0.create(draft); $0.update(book); $0.delete(all: Reviews.self) }
/// print(result.succeeded, result.failures)
/// for conflict in result.conflicts(Books.self) { … }
/// ```
public struct BatchResult: Sendable {
    public let batch: WriteBatch
    /// The results in the batch's order.
    public let results: [WriteResult]

    /// The number of successful operations.
    public var succeeded: Int { results.count(where: \.isSuccess) }

    /// The failed operations, including conflicts, in the batch's order.
    public var failures: [WriteError] {
        results.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
    }

    /// Returns the outcome of one operation.
    public func outcome<Module>(of entry: BatchEntry<Module>) -> BatchOutcome<Module> {
        guard batch.operations.indices.contains(entry.position), results.indices.contains(entry.position),
            batch.operations[entry.position].module.name == Module.descriptor.name
        else {
            return .failed(
                WriteError(
                    .other, WriteOperation(.update, Module.descriptor),
                    message: "the entry belongs to another batch"))
        }
        return BatchOutcome(results[entry.position], batch.operations[entry.position])
    }

    /// Returns the item that one operation stored.
    ///
    /// - Throws: `WriteConflictError`, `WriteError`, `UnreadableItemError`.
    public func item<Module>(_ entry: BatchEntry<Module>) throws -> Content<Module> {
        try outcome(of: entry).item
    }

    /// Returns the stored items of a module, in the batch's order. Items that do not fit the schema are only available
    /// through `outcome(of:)`.
    public func items<Module: ContentModule>(_ module: Module.Type) -> [Content<Module>] {
        outcomes(module).compactMap { if case .stored(let item) = $0 { item } else { nil } }
    }

    /// The conflicts of a module, in the batch's order.
    public func conflicts<Module: ContentModule>(_ module: Module.Type) -> [WriteConflictError<Module>] {
        outcomes(module).compactMap { if case .conflict(let conflict) = $0 { conflict } else { nil } }
    }

    /// Creates the next batch, which resolves all conflicts of a module in the same way.
    ///
    /// ```swift
    /// let again = try await content.write(result.resolving(Books.self, by: .keepMine))
    /// ```
    public func resolving<Module>(
        _ module: Module.Type, by resolution: ConflictResolution<Module>
    ) throws -> WriteBatch {
        WriteBatch(try conflicts(module).compactMap { try $0.operation(resolving: resolution) })
    }

    private func outcomes<Module: ContentModule>(_ module: Module.Type) -> [BatchOutcome<Module>] {
        zip(results, batch.operations).compactMap { result, operation in
            guard operation.module.name == Module.descriptor.name else { return nil }
            return BatchOutcome(result, operation)
        }
    }
}

/// The outcome of one operation, typed by its module.
public enum BatchOutcome<Module: ContentModule>: Sendable {
    case stored(Content<Module>)
    case deleted
    /// All items were deleted. The count is `nil` if the engine does not report it.
    case truncated(Int?)
    case conflict(WriteConflictError<Module>)
    case failed(WriteError)
    /// The item was stored, but the engine's response does not fit the schema.
    case unreadable(UnreadableItemError)

    init(_ result: WriteResult, _ operation: WriteOperation) {
        switch result {
        case .deleted: self = .deleted
        case .truncated(let count): self = .truncated(count)
        case .failed(let failure):
            self = WriteConflictError(failure, of: operation).map { .conflict($0) } ?? .failed(failure)
        case .stored(let data):
            do throws(ContentDecodingError) {
                self = .stored(try Module.itemDecoder.decodeInstance(data))
            } catch {
                self = .unreadable(UnreadableItemError(instance: data, reason: error))
            }
        }
    }

    /// The stored item, if any.
    var item: Content<Module> {
        get throws {
            switch self {
            case .stored(let item): return item
            case .conflict(let conflict): throw conflict
            case .failed(let failure): throw failure
            case .unreadable(let item): throw item
            case .deleted, .truncated:
                throw WriteError(
                    .other, WriteOperation(.delete, Module.descriptor),
                    message: "the operation removes, and stores no item")
            }
        }
    }
}

/// An item that was written but does not fit the schema in the engine's response.
///
/// The item is stored. It lacked required fields before an update of other fields, or the engine changed it.
public struct UnreadableItemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The instance in the engine's response, as JSON.
    public var instance: Data
    public var reason: ContentDecodingError

    public var description: String {
        PlainText.error(
            "The item \(reason.id ?? "of \(reason.module)") was written, but does not fit the schema: expected "
                + "\(reason.expected) at \(reason.path), found \(reason.found)",
            "Do not write it again: set the field with an update.")
    }
}
