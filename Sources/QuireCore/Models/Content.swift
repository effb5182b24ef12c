import Foundation
import QuireText

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

/// An item is coded as HALO's instance object. Dates are milliseconds, regardless of the coder's strategy.
///
/// Values under keys that the schema does not know are kept in `metadata.unknownValues`.
extension Content: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: WireKey.self)
        id = ContentID(rawValue: try container.decode(String.self, forKey: WireKey("id")))
        metadata = try ContentMetadata(from: container)
        let key = WireKey("values")
        if container.contains(key), try !container.decodeNil(forKey: key) {
            let all = try container.decode(ValuesObject<Module.Values>.self, forKey: key)
            values = all.values
            metadata.unknownValues = all.unknown
        } else {
            let table = Module.Values.table
            // The reader does not keep it alive.
            defer { withExtendedLifetime(table) {} }
            var reader = ValuesReader(emptyAt: JSONCursor(), start: 0, table)
            do throws(ValueDecodingError) {
                values = try Module.Values(from: &reader)
            } catch {
                throw reader.decoderError(for: error, at: container.codingPath + [key])
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        try container.encode(id.rawValue, forKey: WireKey("id"))
        try metadata.encode(to: &container)
        try container.encode(
            ValuesObject(values: values, unknown: metadata.unknownValues), forKey: WireKey("values"))
    }
}

/// The object of an item's values: the schema's fields, and unknown keys.
private struct ValuesObject<Values: ContentValues>: Codable {
    var values: Values
    var unknown: [String: JSONValue]

    init(values: Values, unknown: [String: JSONValue]) {
        self.values = values
        self.unknown = unknown
    }

    init(from decoder: any Decoder) throws {
        values = try Values(from: decoder)
        let container = try decoder.container(keyedBy: WireKey.self)
        unknown = [:]
        for key in container.allKeys where Values.table.keys.index(of: key.stringValue) < 0 {
            if let field = Values.table.index(ofFormer: key.stringValue),
                let used = Values.table.key(of: field, where: { container.contains(WireKey($0)) }),
                used.isByteEqual(to: key.stringValue)
            {
                continue
            }
            unknown[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    func encode(to encoder: any Encoder) throws {
        try values.encode(to: encoder)
        var container = encoder.container(keyedBy: WireKey.self)
        for (name, value) in unknown { try container.encode(value, forKey: WireKey(name)) }
    }
}
