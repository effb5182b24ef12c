import QuireCore

extension WriteOperation {
    /// Creates a write of a complete instance, which replaces the item with its id.
    ///
    /// The engine sets `updatedAt`.
    ///
    /// - Throws: `ContentDecodingError` if the JSON is no instance.
    package init(
        replacing instance: JSONValue, in module: ModuleDescriptor
    ) throws(ContentDecodingError) {
        let item = try AnyContent.decoder.decodeInstance(instance.data)
        self.init(.createOrUpdate, module, id: item.id)
        metadata = MetadataChanges(item.metadata)
        isWhole = true
        createdAt = item.metadata.createdAt
        // Without nulls, a server that merges would keep values that the item no longer has.
        var members: [JSONValue.Member] = if case .object(let members) = item.values { members } else { [] }
        for field in module.fields.fields where item.values.member(field.name) == nil {
            members.append(.init(field.name, .null))
        }
        values = .object(members)
    }
}
