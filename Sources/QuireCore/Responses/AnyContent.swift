import Foundation
import QuireText

/// An item of any module, with its values as JSON.
///
/// ```swift
/// for item in try await halo.search(HALOQuery(moduleNames: ["books", "authors"])) {
///     if item.moduleID == Books.descriptor.id { print(try item.as(Books.self).title) }
/// }
/// ```
public struct AnyContent: Sendable, Hashable, Identifiable {
    public var id: String
    public var metadata: ContentMetadata
    /// The object of the values in the server's order, or null if there are none.
    public var values: JSONValue

    public init(id: String, metadata: ContentMetadata = ContentMetadata(), values: JSONValue) {
        self.id = id
        self.metadata = metadata
        self.values = values
    }

    /// The server's id of the module. An instance does not contain the module's name.
    public var moduleID: String? { metadata.module }

    /// The value of the field with a wire name, or `nil` if the item has none.
    public subscript(field: String) -> JSONValue? {
        values.member(field).flatMap { $0 == .null ? nil : $0 }
    }

    /// Converts the item to an item of a module.
    ///
    /// - Throws: `ContentDecodingError` if it does not fit the schema, or belongs to a module with another id.
    public func `as`<Module: ContentModule>(
        _ module: Module.Type
    ) throws(ContentDecodingError) -> Content<Module> {
        if let expected = Module.descriptor.id, let moduleID, !moduleID.isByteEqual(to: expected) {
            throw ContentDecodingError(
                module: Module.descriptor.name, id: id, path: "module", byteOffset: nil,
                expected: "an item of the module with the id \(expected)", found: moduleID)
        }
        return try Module.itemDecoder.decodeInstance(instance)
    }

    /// The instance as JSON, in HALO's form.
    public var instance: Data {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.key("id")
        json.string(id)
        metadata.writeBeforeValues(to: &json)
        json.key("values")
        json.value(values)
        metadata.writeAfterValues(to: &json)
        json.endObject()
        return Data(json.bytes)
    }
}

extension AnyContent {
    /// Reads items of any module from JSON pages.
    package static let decoder = ItemDecoder<AnyContent>(module: .anyModule) {
        (reader) throws(ValueDecodingError) in
        var instance = try reader.instance()
        let (id, metadata, _) = try reader.read { (_) throws(ValueDecodingError) in }
        return AnyContent(id: id, metadata: metadata, values: try instance.valuesOfInstance())
    }
}

extension ModuleDescriptor {
    /// A placeholder for items of any module.
    package static let anyModule = ModuleDescriptor(name: "any module", fields: [])
}

extension JSONCursor {
    /// Reads the values of the instance at the cursor. If a key occurs twice, the first value counts.
    fileprivate mutating func valuesOfInstance() throws(ValueDecodingError) -> JSONValue {
        try expect(UInt8(ascii: "{"), "an item")
        try enter()
        if consume(UInt8(ascii: "}")) { return .null }
        repeat {
            if try key() == "values" { return try value() }
            try skipValue()
        } while consume(UInt8(ascii: ","))
        return .null
    }
}
