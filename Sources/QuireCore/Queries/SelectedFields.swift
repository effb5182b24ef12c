/// The fields of a selection, and where a row has them.
struct SelectedFields {
    /// The wire names of the module's own fields, and the paths of members of its objects.
    let names: [String]
    /// The wire names of the module's own fields that are read, with those of the objects.
    private let own: [String]
    /// The fields of related items.
    let related: [FieldPath]
    /// The module with the fields of related items.
    let module: ModuleDescriptor
    private let ownCount: Int

    init(_ selected: [SelectedPath], of module: ModuleDescriptor) {
        let paths = selected.map(\.field)
        names = selected.filter(\.field.steps.isEmpty).map { $0.name(in: module) }
        var own: [String] = []
        for path in paths where path.steps.isEmpty && !own.contains(path.name) { own.append(path.name) }
        self.own = own
        var related: [FieldPath] = []
        for path in paths where !path.steps.isEmpty && !related.contains(path) { related.append(path) }
        self.related = related
        self.module = module.adding(related)
        ownCount = module.fields.fields.count
    }

    /// The positions of the fields in the row's table.
    var positions: [Int] {
        own.compactMap { module.fields.index(of: $0) } + related.indices.map { ownCount + $0 }
    }

    /// The position of a field in the row's table, or `nil` if the table does not have it.
    func position(of path: FieldPath?) -> Int? {
        guard let path else { return nil }
        if path.steps.isEmpty { return module.fields.index(of: path.name) }
        return related.firstIndex(of: path).map { ownCount + $0 }
    }
}

extension SearchRequest {
    /// The names of the requested fields of related items, as the decoder of the rows expects them.
    package var relatedFieldNames: [String] {
        module.adding(relatedFields).fields.fields.dropFirst(module.fields.fields.count).map(\.name)
    }
}
