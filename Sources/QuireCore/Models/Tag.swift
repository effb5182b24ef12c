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
