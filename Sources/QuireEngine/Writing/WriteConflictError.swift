import Foundation
import QuireCore
import QuireToolbox

/// A write that found a newer item: the intended operation, and the stored item.
///
/// ```swift
/// do {
///     try await content.save(book)
/// } catch let conflict as WriteConflictError<Books> {
///     try await content.resolve(conflict, by: .merge { mine, theirs in
///         var merged = theirs
///         merged.title = mine.title
///         return merged
///     })
/// }
/// ```
public struct WriteConflictError<Module: ContentModule>: Error, Sendable {
    /// The intended operation.
    public let operation: WriteOperation
    /// The item as stored on the engine.
    public let theirs: Content<Module>
    /// The engine's failure.
    public let failure: WriteError

    /// The intended item: a draft's changes are applied to the newer item. `nil` if the item was to be deleted, or if
    /// the intended values lack required fields.
    public var mine: Content<Module>? {
        guard operation.kind != .delete, operation.kind != .truncate else { return nil }
        guard let newer = failure.newer, let base = try? JSONValue(parsing: newer) else { return nil }
        var written = operation
        written.id = theirs.id.rawValue
        let instance = written.instance(over: base)
        guard var item = try? Module.itemDecoder.decodeInstance(instance.data) else { return nil }
        item.metadata.updatedAt = operation.seenUpdatedAt
        return item
    }

    /// Creates a conflict from a failure. Returns `nil` for other failures, or if the newer item does not fit the
    /// schema.
    init?(_ failure: WriteError, of operation: WriteOperation) {
        guard failure.reason == .conflict, let newer = failure.newer,
            let theirs = try? Module.itemDecoder.decodeInstance(newer)
        else { return nil }
        self.operation = operation
        self.theirs = theirs
        self.failure = failure
    }

    /// Returns the operation for a resolution, or `nil` if nothing must be written.
    ///
    /// The operation refers to the newer item's version, so another update in the meantime is a conflict again.
    public func operation(
        resolving resolution: ConflictResolution<Module>
    ) throws -> WriteOperation? {
        var next = operation
        switch resolution.kind {
        case .takeTheirs: return nil
        case .keepMine:
            break
        case .merge(let merge):
            guard let mine else { throw UnmergeableConflictError(failure: failure) }
            var merged = try merge(mine, theirs)
            merged.id = theirs.id
            next = WriteOperation(.update, merged)
            next.moduleID = theirs.metadata.module ?? operation.moduleID
            next.createdAt = theirs.metadata.createdAt
        }
        if next.kind != .delete { next.seenUpdatedAt = theirs.metadata.updatedAt }
        return next
    }
}

/// The resolution of a conflict.
public struct ConflictResolution<Module: ContentModule>: Sendable {
    /// Receives both items, mine and theirs.
    public typealias Merge = @Sendable (Content<Module>, Content<Module>) throws -> Content<Module>

    package enum Kind: Sendable {
        case keepMine, takeTheirs
        case merge(Merge)
    }

    package let kind: Kind

    /// Overwrites their item with mine.
    public static var keepMine: Self { Self(kind: .keepMine) }

    /// Keeps their item.
    public static var takeTheirs: Self { Self(kind: .takeTheirs) }

    /// Writes the item that the closure creates from both.
    public static func merge(_ merge: @escaping Merge) -> Self { Self(kind: .merge(merge)) }
}

/// A conflict that a merge closure cannot resolve, because one of the two items is incomplete.
public struct UnmergeableConflictError: Error, Sendable, Hashable, CustomStringConvertible {
    public var failure: WriteError

    package init(failure: WriteError) {
        self.failure = failure
    }

    public var description: String {
        PlainText.error(
            "Could not merge the conflict of \(failure.module) \(failure.id ?? ""): your write is a delete, or lacks "
                + "required fields", "Resolve it with keepMine or takeTheirs.")
    }
}

extension WriteConflictError: CustomStringConvertible, LocalizedError, CustomReflectable {
    public var description: String { failure.description }

    public var errorDescription: String? { description }

    /// Shows the message, but none of the content.
    public var customMirror: Mirror { Mirror(self, children: ["conflict": description]) }
}
