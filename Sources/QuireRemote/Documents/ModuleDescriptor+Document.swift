import QuireCore

extension ModuleDescriptor {
    /// The plain document of an instance: what any other program would write.
    ///
    /// ```swift
    /// Books.descriptor.document(of: instance)   // {"id":"57ea","createdAt":1700000000000,"title":"Emma","year":1815}
    /// ```
    /// A relation is the id of its item, or a list of ids. Metadata and undeclared values whose names a field has are kept
    /// under `q_rest`.
    ///
    /// - Parameter instance: An instance in HALO's form, with its values under `values`.
    public func document(of instance: JSONValue) -> JSONValue {
        let module = IndexedModule(self)
        let members = PlainDocument(module, showsAllNames: true).members(of: instance)
        return .object(
            members.map { member in
                switch module.value(member.name)?.descriptor.kind {
                case .relation: .init(member.name, Self.id(of: member.value))
                case .relations:
                    .init(member.name, member.value.elements.map { .array($0.map(Self.id)) } ?? member.value)
                default: member
                }
            })
    }

    /// The id of an item, which may be filled in.
    private static func id(of item: JSONValue) -> JSONValue {
        if case .object = item { item.member("id") ?? .null } else { item }
    }
}
