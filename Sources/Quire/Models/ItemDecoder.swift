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
}

/// One instance that is about to be read. Placeholder of the decoding part: the surface is fixed, the inside is not.
public struct InstanceReader {
    /// Reads the envelope (id, metadata) and hands the reader of the values to the closure.
    public mutating func read<Result>(
        _ values: (inout ValuesReader) throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> (id: String, metadata: ContentMetadata, values: Result) {
        throw DecodingFailure(.missing, at: 0, expected: "an instance")
    }
}
