/// How an engine makes items of one type from what it holds: a JSON page, or rows.
public struct ItemDecoder<Item: Sendable>: Sendable {
    /// The module that the items belong to.
    public let module: ModuleDescriptor
    /// The positions of the fields that are read; `nil` means all.
    public let fields: [Int]?
    /// Reads one instance.
    public let decode: @Sendable (inout InstanceReader) throws(DecodingFailure) -> Item

    public init(
        module: ModuleDescriptor, fields: [Int]? = nil,
        decode: @escaping @Sendable (inout InstanceReader) throws(DecodingFailure) -> Item
    ) {
        self.module = module
        self.fields = fields
        self.decode = decode
    }

    /// A decoder of whole items of a module.
    public static func content<Module>(
        of module: Module.Type = Module.self
    ) -> ItemDecoder where Item == Content<Module> {
        Module.itemDecoder
    }
}

extension ContentModule {
    /// A decoder of whole items; being inlinable, it is compiled for the module's own models, beside them.
    @inlinable
    public static var itemDecoder: ItemDecoder<Content<Self>> {
        ItemDecoder(module: descriptor) { (reader) throws(DecodingFailure) in
            try Content<Self>(from: &reader)
        }
    }
}
