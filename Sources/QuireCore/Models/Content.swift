import Foundation

/// An item of a module: its values, with what the content system says about it.
///
/// Fields and metadata are members of the item itself. Where a field has the name of a metadata property, the member is the
/// field; `metadata.name` is always the metadata. A field called `id`, `metadata` or `values` is `idField` and so on, because
/// the item's own members keep these names.
///
/// ```swift
/// for book in page { print(book.title, book.updatedAt) }
/// ```
@frozen
@dynamicMemberLookup
public struct Content<Module: ContentModule>: Sendable, Hashable, Identifiable {
    public var id: ContentID<Module>
    public var metadata: ContentMetadata
    public var values: Module.Values

    public init(id: ContentID<Module>, metadata: ContentMetadata = ContentMetadata(), values: Module.Values) {
        self.id = id
        self.metadata = metadata
        self.values = values
    }

    /// An item with a name, as tests and previews want it.
    public init(id: ContentID<Module>, name: String, values: Module.Values) {
        self.init(id: id, values: values)
        metadata.name = name
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<Module.Values, Value>) -> Value {
        get { values[keyPath: path] }
        set { values[keyPath: path] = newValue }
    }

    @_disfavoredOverload
    public subscript<Value>(dynamicMember path: WritableKeyPath<Module.ItemMetadata, Value>) -> Value {
        get { Module.ItemMetadata.value(at: path, of: metadata) }
        set { Module.ItemMetadata.set(newValue, at: path, of: &metadata) }
    }
}

extension Content {
    /// Reads an item from a page or a row.
    @inlinable
    public init(from reader: inout InstanceReader) throws(DecodingFailure) {
        var text = ""
        metadata = ContentMetadata()
        values = try reader.read(&text, &metadata) { (reader) throws(DecodingFailure) in
            try Module.Values(from: &reader)
        }
        id = ContentID(rawValue: text)
    }

    /// Writes the item as HALO writes instances; keys without a value are left out.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("id")
        json.string(id.rawValue)
        metadata.writeBeforeValues(to: &json)
        json.key("values")
        json.beginObject()
        values.writeMembers(to: &json)
        for (name, value) in metadata.unknownValues.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.value(value)
        }
        json.endObject()
        metadata.writeAfterValues(to: &json)
        json.endObject()
    }
}
