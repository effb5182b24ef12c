import Foundation

/// The metadata that the content system stores beside the values of an item (in HALO, the instance's own keys).
public struct ContentMetadata: Sendable, Hashable {
    public var name: String?
    /// The server's id of the module.
    public var module: String?
    public var tags: [Tag] = []
    public var createdAt: Date?
    public var updatedAt: Date?
    public var publishedAt: Date?
    public var archivedAt: Date?
    public var removedAt: Date?
    public var deletedAt: Date?
    public var createdBy: String?
    public var updatedBy: String?
    public var deletedBy: String?
    public var revision: Int?
    public var customerId: Int?
    public var externalId: JSONValue?
    public var pushSchedule: JSONValue?
    /// Values under keys that are not in the schema. Empty unless the request keeps unknown values.
    public var unknownValues: [String: JSONValue] = [:]
    /// The relations that have only what an included query found. The item cannot be written as a whole, because its
    /// stored relations have more.
    package var shortenedRelations: [String] = []

    public init() {}

    /// Whether the item was published before the moment.
    public func isPublished(at moment: Date = Date()) -> Bool { publishedAt.map { $0 < moment } ?? false }

    /// Whether the item was archived before the moment.
    public func isArchived(at moment: Date = Date()) -> Bool { archivedAt.map { $0 < moment } ?? false }

    /// Whether the item was removed from publication before the moment.
    public func isRemoved(at moment: Date = Date()) -> Bool { removedAt.map { $0 < moment } ?? false }

    /// Whether the item was deleted before the moment.
    public func isDeleted(at moment: Date = Date()) -> Bool { deletedAt.map { $0 < moment } ?? false }
}
