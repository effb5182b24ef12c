import QuireToolbox

/// Decodes items of one type from an engine's data: a JSON page, or rows.
public struct ItemDecoder<Item: Sendable>: Sendable {
    /// The module that the items belong to.
    public let module: ModuleDescriptor
    /// The positions of the fields to read. `nil` means all.
    public let fields: [Int]?
    /// Whether items have metadata besides their id. If not, an engine need not read it.
    package let readsMetadata: Bool
    /// Reads one instance.
    public let decode: @Sendable (inout InstanceReader) throws(ValueDecodingError) -> Item

    public init(
        module: ModuleDescriptor, fields: [Int]? = nil,
        decode: @escaping @Sendable (inout InstanceReader) throws(ValueDecodingError) -> Item
    ) {
        self.init(module: module, fields: fields, readsMetadata: true, decode: decode)
    }

    package init(
        module: ModuleDescriptor, fields: [Int]?, readsMetadata: Bool,
        decode: @escaping @Sendable (inout InstanceReader) throws(ValueDecodingError) -> Item
    ) {
        self.module = module
        self.fields = fields
        self.readsMetadata = readsMetadata
        self.decode = decode
    }

    /// A decoder for complete items of a module.
    public static func content<Module>(
        of module: Module.Type = Module.self
    ) -> ItemDecoder where Item == Content<Module> {
        Module.itemDecoder
    }
}

extension ContentModule {
    /// A decoder for complete items. It is inlinable, so that it is compiled together with the module's own models.
    @inlinable
    public static var itemDecoder: ItemDecoder<Content<Self>> {
        ItemDecoder(module: descriptor) { (reader) throws(ValueDecodingError) in
            try Content<Self>(from: &reader)
        }
    }
}

extension ItemDecoder {
    /// The layout of the rows that this decoder reads.
    public var rowLayout: RowLayout { RowLayout(module.fields, fields: fields) }

    /// Reads the item of a store's current row.
    ///
    /// - Throws: `ContentDecodingError` without a byte offset.
    public func decode(_ row: RowSource, _ layout: RowLayout) throws(ContentDecodingError) -> Item {
        var reader = InstanceReader(row, layout, table: module.fields)
        do throws(ValueDecodingError) {
            return try decode(&reader)
        } catch {
            throw located(error, in: row, layout: layout)
        }
    }

    /// The error for an item of a row that could not be read.
    package func located(_ failure: ValueDecodingError, in row: RowSource, layout: RowLayout)
        -> ContentDecodingError
    {
        let place = RowPlace(of: failure, in: row, layout, module.fields)
        let id = RowLayout.Envelope.id.rawValue
        return ContentDecodingError(
            module: module.name, id: row.isNull(id) ? nil : row.text(id), path: place.path, byteOffset: nil,
            expected: "\(failure.expected)", found: place.value)
    }
}

extension ItemDecoder where Item == String {
    /// Decodes only the ids of items.
    package static func ids(of module: ModuleDescriptor) -> ItemDecoder<String> {
        ItemDecoder(module: module, fields: [], readsMetadata: false) { (reader) throws(ValueDecodingError) in
            try reader.readID()
        }
    }
}
