import Foundation
import QuireCore
import QuireEngine

/// A write that conflicts with a change or deletion by someone else: both versions and their common ancestor.
public struct OutboxConflict<Module: ContentModule>: Sendable {
    /// The write that needs a decision.
    public let entry: OutboxEntry
    /// The item with this write. `nil` if it deletes the item, or if the item lacks required fields.
    public let mine: Content<Module>?
    /// The item on the server. `nil` if it was deleted there, or does not fit the schema.
    public let theirs: Content<Module>?
    /// The item that the writer had read, from which both versions derive. `nil` for a new item.
    public let original: Content<Module>?
    /// Whether the item was deleted on the server.
    public let isGone: Bool
    let theirInstance: JSONValue?
    let myInstance: JSONValue?

    init(_ entry: OutboxEntry, _ versions: OutboxLedger.Versions) {
        func item(_ instance: JSONValue?) -> Content<Module>? {
            instance.flatMap { try? Module.itemDecoder.decodeInstance($0.data) }
        }
        self.entry = entry
        mine = item(versions.mine)
        theirs = item(versions.theirs)
        original = item(versions.original)
        isGone = versions.theirs == nil
        theirInstance = versions.theirs
        myInstance = versions.mine
    }

    /// The operation that replaces the entry, or `nil` if the local version is dropped.
    func operation(resolving resolution: ConflictResolution<Module>) throws -> WriteOperation? {
        var next = entry.operation
        switch resolution.kind {
        case .takeTheirs: return nil
        case .merge(let merge):
            guard let mine, let theirs else {
                throw UnmergeableConflictError(
                    failure: entry.failure ?? WriteError(.conflict, entry.operation, message: ""))
            }
            var merged = try merge(mine, theirs)
            merged.id = theirs.id
            next = WriteOperation(.update, merged)
            next.moduleID = theirs.metadata.module ?? entry.operation.moduleID
            next.createdAt = theirs.metadata.createdAt
        case .keepMine:
            if let theirInstance {
                if next.kind == .create { next.kind = .createOrUpdate }
                next.seenUpdatedAt = theirInstance.lastDate.map { Date(milliseconds: $0) }
            } else if next.kind == .update, let myInstance {
                next = WriteOperation(creating: myInstance, entry.operation)
            } else if next.kind != .delete {
                next.kind = .createOrUpdate
                next.seenUpdatedAt = nil
            }
        }
        if next.kind == .update, let date = theirInstance?.lastDate {
            next.seenUpdatedAt = Date(milliseconds: date)
        }
        return next
    }
}

extension WriteOperation {
    /// Creates an operation that restores an item that was deleted on the server, with its local state.
    fileprivate init(creating instance: JSONValue, _ operation: WriteOperation) {
        self.init(.createOrUpdate, operation.module, id: operation.id)
        moduleID = operation.moduleID
        values = instance.member("values") ?? .object([])
        isWhole = true
        if case .string(let name)? = instance.member("name") { metadata.name = .set(name) }
        for (name, path) in Self.dates {
            if let date = instance.member(name)?.wholeNumber {
                metadata[keyPath: path] = .set(Date(milliseconds: date))
            }
        }
        if let item = try? InstanceTags(instance) { metadata.tags = .set(item.tags) }
        // A server that soft-deletes items still has it.
        metadata.deletedAt = .clear
        createdAt = instance.member("createdAt")?.wholeNumber.map { Date(milliseconds: $0) }
    }

    private static var dates: [(String, WritableKeyPath<MetadataChanges, DraftChange<Date?>>)] {
        [("publishedAt", \.publishedAt), ("archivedAt", \.archivedAt), ("removedAt", \.removedAt)]
    }
}

/// The tags of an instance.
private struct InstanceTags: Decodable {
    var tags: [Tag]

    init(_ instance: JSONValue) throws {
        self = try JSONDecoder().decode(
            Self.self,
            from: JSONValue.object([.init("tags", instance.member("tags") ?? .array([]))]).data)
    }
}
