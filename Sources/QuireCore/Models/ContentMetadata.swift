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

extension ContentMetadata {
    /// Reads the metadata of a row from the columns before the fields. There is none yet.
    mutating func read(_ row: RowSource) throws(ValueDecodingError) {
        name = try Self.value(.name, row)
        module = try Self.value(.module, row)
        tags = try Self.value(.tags, row) ?? []
        createdAt = try Self.value(.createdAt, row)
        updatedAt = try Self.value(.updatedAt, row)
        publishedAt = try Self.value(.publishedAt, row)
        archivedAt = try Self.value(.archivedAt, row)
        removedAt = try Self.value(.removedAt, row)
        deletedAt = try Self.value(.deletedAt, row)
        createdBy = try Self.value(.createdBy, row)
        updatedBy = try Self.value(.updatedBy, row)
        deletedBy = try Self.value(.deletedBy, row)
        revision = try Self.value(.revision, row)
        customerId = try Self.value(.customerId, row)
        externalId = try Self.value(.externalId, row)
        pushSchedule = try Self.value(.pushSchedule, row)
        guard let unknown: JSONValue = try Self.value(.unknownValues, row),
            case .object(let members) = unknown
        else {
            return
        }
        for member in members where unknownValues[member.name] == nil {
            unknownValues[member.name] = member.value
        }
    }

    private static func value<Value: FieldValue>(
        _ column: RowLayout.Envelope, _ row: RowSource
    ) throws(ValueDecodingError) -> Value? {
        guard !row.isNull(column.rawValue) else { return nil }
        return try Value.read(from: row, column: column.rawValue, .epochMilliseconds)
    }
}

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

/// Reads and writes the metadata as JSON bytes. Dates are milliseconds, as in HALO.
extension ContentMetadata {
    /// Reads the value of a key, which is not null. `id` and `values` are read elsewhere.
    mutating func read(_ key: InstanceKey, from json: inout JSONCursor) throws(ValueDecodingError) {
        switch key {
        case .id, .values: try json.skipValue()
        case .name: name = try json.string()
        case .module: module = try json.sharedString()
        case .customerId: customerId = try Int.read(from: &json, .epochMilliseconds)
        case .revision: revision = try Int.read(from: &json, .epochMilliseconds)
        case .externalId: externalId = try json.value()
        case .tags: tags = try [Tag].read(from: &json, .epochMilliseconds)
        case .pushSchedule: pushSchedule = try json.value()
        case .createdAt: createdAt = try Date.read(from: &json, .epochMilliseconds)
        case .updatedAt: updatedAt = try Date.read(from: &json, .epochMilliseconds)
        case .publishedAt: publishedAt = try Date.read(from: &json, .epochMilliseconds)
        case .archivedAt: archivedAt = try Date.read(from: &json, .epochMilliseconds)
        case .removedAt: removedAt = try Date.read(from: &json, .epochMilliseconds)
        case .deletedAt: deletedAt = try Date.read(from: &json, .epochMilliseconds)
        case .createdBy: createdBy = try json.sharedString()
        case .updatedBy: updatedBy = try json.sharedString()
        case .deletedBy: deletedBy = try json.sharedString()
        }
    }

    /// Writes the members that HALO puts before the values.
    func writeBeforeValues(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("module", module)
        json.member("customerId", customerId)
        json.member("revision", revision)
        json.member("externalId", externalId)
    }

    /// Writes the members that HALO puts after the values.
    func writeAfterValues(to json: inout JSONWriter) {
        json.member("tags", tags)
        json.member("pushSchedule", pushSchedule)
        json.member("createdAt", createdAt)
        json.member("updatedAt", updatedAt)
        json.member("publishedAt", publishedAt)
        json.member("archivedAt", archivedAt)
        json.member("removedAt", removedAt)
        json.member("deletedAt", deletedAt)
        json.member("createdBy", createdBy)
        json.member("updatedBy", updatedBy)
        json.member("deletedBy", deletedBy)
    }
}

extension JSONWriter {
    /// Writes a member of the open object, unless there is no value.
    fileprivate mutating func member(_ name: StaticString, _ value: (some FieldValue)?) {
        guard let value else { return }
        key(name)
        value.write(to: &self, .epochMilliseconds)
    }
}

/// The keys of an instance, in HALO's order. This order is tried first.
enum InstanceKey: Int, CaseIterable {
    case id, name, module, customerId, revision, externalId, values, tags, pushSchedule
    case createdAt, updatedAt, publishedAt, archivedAt, removedAt, deletedAt
    case createdBy, updatedBy, deletedBy

    static let count = 18
    static let keys = FieldKeys(allCases.map { FieldDescriptor(name: "\($0)", kind: .text) })
}

/// A write's changes to the metadata of an item. Each property is left unchanged, cleared or set.
///
/// ```swift
/// var draft = Books.Draft()
/// draft.metadata.name = .set("Emma")
/// draft.metadata.publishedAt = .set(.now)
/// draft.metadata.removedAt = .clear
/// // "name":"Emma","publishedAt":1718000000000,"removedAt":null
/// ```
/// The content system manages the rest of the metadata, such as authors and timestamps.
public struct MetadataChanges: Sendable, Hashable {
    public var name: DraftChange<String?> = .leave
    public var tags: DraftChange<[Tag]> = .leave
    public var publishedAt: DraftChange<Date?> = .leave
    public var archivedAt: DraftChange<Date?> = .leave
    /// When publication of the item ends.
    public var removedAt: DraftChange<Date?> = .leave
    public var deletedAt: DraftChange<Date?> = .leave

    public init() {}

    /// Sets all metadata that writers may set. Missing values are cleared.
    public init(_ metadata: ContentMetadata) {
        name = metadata.name.map { .set($0) } ?? .clear
        tags = .set(metadata.tags)
        publishedAt = metadata.publishedAt.map { .set($0) } ?? .clear
        archivedAt = metadata.archivedAt.map { .set($0) } ?? .clear
        removedAt = metadata.removedAt.map { .set($0) } ?? .clear
        deletedAt = metadata.deletedAt.map { .set($0) } ?? .clear
    }

    /// Whether no property changes.
    public var isEmpty: Bool { self == MetadataChanges() }

    /// The dates by their wire names, in HALO's order.
    package var dates: [(name: String, change: DraftChange<Date?>)] {
        [
            ("publishedAt", publishedAt), ("removedAt", removedAt), ("deletedAt", deletedAt),
            ("archivedAt", archivedAt),
        ]
    }
}

/// A tag of an item or a device.
public struct Tag: Sendable, Hashable, Codable {
    public var id: String?
    public var name: String
    public var value: String?
    /// HALO's id of the tag type: …01 device, …02 user, …03 market, …04 language.
    public var tagType: String?

    public init(
        id: String? = nil, name: String, value: String? = nil, tagType: String? = "000000000000000000000002"
    ) {
        self.id = id
        self.name = name
        self.value = value
        self.tagType = tagType
    }
}

/// Tags are read and written as a content object with four texts.
extension Tag: ContentValues {
    public static let table = FieldTable([
        FieldDescriptor(name: "id", kind: .text),
        FieldDescriptor(name: "name", kind: .text, isRequired: true),
        FieldDescriptor(name: "value", kind: .text),
        FieldDescriptor(name: "tagType", kind: .text),
    ])

    public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
        // Items often share tags.
        id = try reader.sharedText(0)
        name = try reader.value(1)
        value = try reader.value(2)
        tagType = try reader.sharedText(3)
    }

    public func write(to writer: inout ValuesWriter) {
        writer.value(0, id)
        writer.value(1, name)
        writer.value(2, value)
        writer.value(3, tagType)
    }
}
