#if SQLite
import QuireCore

extension SearchRequest {
    /// The positions of the requested fields; `nil` for all.
    func fieldPositions(in layout: ModuleLayout) throws -> [Int]? {
        try fields.map { names in
            try names.map { name in
                guard let field = layout.ownIndex(name) else {
                    throw QueryError(
                        .unknownProperty, module: module.name, node: "\"\(name)\" in the fields",
                        expected: "a field of the module")
                }
                return field
            }
        }
    }
}
#endif
