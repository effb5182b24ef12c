import Foundation
import QuireCore
import QuireToolbox

/// A write that met a newer item: what was to be written, and what stands there now.
///
/// ```swift
/// do {
///     try await content.save(book)
/// } catch let conflict as WriteConflict<Books> {
///     try await content.resolve(conflict, by: .merge { mine, theirs in
///         var merged = theirs
///         merged.title = mine.title
///         return merged
///     })
/// }
/// ```
public struct WriteConflict<Module: ContentModule>: Error, Sendable {
    /// What was to be written.
    public let operation: WriteOperation
    /// The item as it is on the engine.
    public let theirs: Content<Module>
    /// What the engine said.
    public let failure: WriteFailure

    /// The item as it was to be: a draft's changes are laid over the newer item. `nil` where it was to be deleted,
    /// or where what was to be written lacks required fields.
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

    /// Reads the conflict out of a failure; `nil` where it is none, or where the newer item does not fit the schema.
    init?(_ failure: WriteFailure, of operation: WriteOperation) {
        guard failure.reason == .conflict, let newer = failure.newer,
            let theirs = try? Module.itemDecoder.decodeInstance(newer)
        else { return nil }
        self.operation = operation
        self.theirs = theirs
        self.failure = failure
    }

    /// What to write for a resolution; `nil` where nothing is to be written.
    ///
    /// It goes out as having seen the newer item, so an item that was updated once more is a conflict again.
    public func operation(
        resolving resolution: ConflictResolution<Module>
    ) throws -> WriteOperation? {
        var next = operation
        switch resolution.kind {
        case .takeTheirs: return nil
        case .keepMine:
            break
        case .merge(let merge):
            guard let mine else { throw UnmergeableConflict(failure: failure) }
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

/// How a conflict is settled.
public struct ConflictResolution<Module: ContentModule>: Sendable {
    /// Takes mine and theirs.
    public typealias Merge = @Sendable (Content<Module>, Content<Module>) throws -> Content<Module>

    package enum Kind: Sendable {
        case keepMine, takeTheirs
        case merge(Merge)
    }

    package let kind: Kind

    /// Writes mine again, over theirs.
    public static var keepMine: Self { Self(kind: .keepMine) }

    /// Leaves theirs as it is.
    public static var takeTheirs: Self { Self(kind: .takeTheirs) }

    /// Writes what the closure makes of both.
    public static func merge(_ merge: @escaping Merge) -> Self { Self(kind: .merge(merge)) }
}

/// A conflict that a closure cannot settle, because one of the two sides is no whole item.
public struct UnmergeableConflict: Error, Sendable, Hashable, CustomStringConvertible {
    public var failure: WriteFailure

    package init(failure: WriteFailure) {
        self.failure = failure
    }

    public var description: String {
        PlainText.error(
            "Could not merge the conflict of \(failure.module) \(failure.id ?? ""): your write is a delete, or lacks "
                + "required fields", "Resolve it with keepMine or takeTheirs.")
    }
}

extension WriteConflict: CustomStringConvertible, LocalizedError, CustomReflectable {
    public var description: String { failure.description }

    public var errorDescription: String? { description }

    /// Shows the sentence, and none of the content.
    public var customMirror: Mirror { Mirror(self, children: ["conflict": description]) }
}
