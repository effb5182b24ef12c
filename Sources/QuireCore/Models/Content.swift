import Foundation

/// An item of a module: its values and its metadata.
///
/// Fields and metadata are members of the item itself. If a field has the name of a metadata property, the member is
/// the field, and `metadata.name` is always the metadata. A field called `id`, `metadata` or `values` becomes
/// `idField` and so on, because these names are taken.
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

    /// Creates an item with a name, for tests and previews.
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
    public init(from reader: inout InstanceReader) throws(ValueDecodingError) {
        var text = ""
        metadata = ContentMetadata()
        values = try reader.read(&text, &metadata) { (reader) throws(ValueDecodingError) in
            try Module.Values(from: &reader)
        }
        id = ContentID(rawValue: text)
    }

    /// Writes the item as HALO writes instances. Keys without a value are omitted.
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
