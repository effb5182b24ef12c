#if SQLite
import QuireCore

extension SearchRequest {
    /// The positions of the requested fields, with those of objects whose members are requested; `nil` for all.
    func fieldPositions(in layout: ModuleLayout) throws -> [Int]? {
        guard let fields else { return nil }
        var positions: [Int] = []
        for name in fields {
            guard let field = module.fields.way(to: name)?.first, let position = layout.ownIndex(field) else {
                throw QueryError(
                    .unknownProperty, module: module.name, node: "\"\(name)\" in the fields",
                    expected: "a field of the module, or the path of a member of an object")
            }
            if !positions.contains(position) { positions.append(position) }
        }
        return positions
    }

    /// The requested members of objects; `nil` if all objects are whole.
    func selectedMembers() throws(QueryError) -> SelectedValues? {
        guard selectedMember != nil, let fields else { return nil }
        return try SelectedValues(fields, of: module)
    }
}
#endif
