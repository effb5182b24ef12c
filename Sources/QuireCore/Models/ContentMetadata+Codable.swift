import Foundation

/// The metadata is coded as members of the instance object, beside its values.
extension ContentMetadata {
    init(from container: KeyedDecodingContainer<WireKey>) throws {
        func text(_ name: String) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: WireKey(name))
        }
        func date(_ name: String) throws -> Date? {
            try container.decodeIfPresent(Double.self, forKey: WireKey(name))
                .map { Date(timeIntervalSince1970: $0 / 1000) }
        }
        name = try text("name")
        module = try text("module")
        customerId = try container.decodeIfPresent(Int.self, forKey: WireKey("customerId"))
        revision = try container.decodeIfPresent(Int.self, forKey: WireKey("revision"))
        externalId = try container.decodeIfPresent(JSONValue.self, forKey: WireKey("externalId"))
        tags = try container.decodeIfPresent([Tag].self, forKey: WireKey("tags")) ?? []
        pushSchedule = try container.decodeIfPresent(JSONValue.self, forKey: WireKey("pushSchedule"))
        createdAt = try date("createdAt")
        updatedAt = try date("updatedAt")
        publishedAt = try date("publishedAt")
        archivedAt = try date("archivedAt")
        removedAt = try date("removedAt")
        deletedAt = try date("deletedAt")
        createdBy = try text("createdBy")
        updatedBy = try text("updatedBy")
        deletedBy = try text("deletedBy")
    }

    func encode(to container: inout KeyedEncodingContainer<WireKey>) throws {
        func write(_ name: String, _ date: Date?) throws {
            if let date { try container.encode(date, forKey: WireKey(name), as: .epochMilliseconds) }
        }
        try container.encodeIfPresent(name, forKey: WireKey("name"))
        try container.encodeIfPresent(module, forKey: WireKey("module"))
        try container.encodeIfPresent(customerId, forKey: WireKey("customerId"))
        try container.encodeIfPresent(revision, forKey: WireKey("revision"))
        try container.encodeIfPresent(externalId, forKey: WireKey("externalId"))
        try container.encode(tags, forKey: WireKey("tags"))
        try container.encodeIfPresent(pushSchedule, forKey: WireKey("pushSchedule"))
        try write("createdAt", createdAt)
        try write("updatedAt", updatedAt)
        try write("publishedAt", publishedAt)
        try write("archivedAt", archivedAt)
        try write("removedAt", removedAt)
        try write("deletedAt", deletedAt)
        try container.encodeIfPresent(createdBy, forKey: WireKey("createdBy"))
        try container.encodeIfPresent(updatedBy, forKey: WireKey("updatedBy"))
        try container.encodeIfPresent(deletedBy, forKey: WireKey("deletedBy"))
    }
}
