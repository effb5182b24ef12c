import Foundation

/// What the content system keeps beside the values of an item (HALO: the instance's own keys).
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
    /// Values under keys that the schema does not know; empty unless the request asked to keep them.
    public var unknownValues: [String: JSONValue] = [:]

    public init() {}
}

/// A tag of an item or a device.
public struct Tag: Sendable, Hashable, Codable {
    public var id: String?
    public var name: String
    public var value: String?
    /// HALO's id of the kind of tag: …01 device, …02 user, …03 market, …04 language.
    public var tagType: String?

    public init(id: String? = nil, name: String, value: String? = nil, tagType: String? = "000000000000000000000002") {
        self.id = id
        self.name = name
        self.value = value
        self.tagType = tagType
    }
}
