import QuireCore
import QuireEngine
import QuireRemote

/// Compiles filters to conditions for `filter_by`, either exactly or not at all.
struct FilterCompiler {
    /// The forms of tests in a collection that another program made; `nil` for a prepared collection.
    let existing: ExistingFilter?

    /// - Throws: `UnsupportedError`, `QueryError`.
    func condition(_ filter: IndexedFilter) throws -> FieldFilter {
        switch filter {
        case .filter(let filter, let fields):
            return try FieldFilter(filter, over: fields, engine: TypesenseConnection.engineName) {
                test, leaf in
                if let existing { return try existing.condition(test, leaf) }
                return try PreparedFilter(leaf: leaf).condition(test)
            }.printable
        case .paths(let field, let paths, let isNegated):
            guard existing == nil else {
                throw ExistingFilter.unsupported(
                    "paths of \"\(field.descriptor.name)\"", "there are no paths in it")
            }
            return FieldFilter.keys(field.pathKeys, paths.map(ExactKey.text)).negated(if: isNegated).printable
        }
    }

    /// The conditions of a search on ids, relations and tags.
    func conditions(of search: IndexedSearch) throws -> [FieldFilter] {
        let segment = search.request.segment.flatMap { $0.tags.isEmpty ? nil : $0 }
        var parts: [FieldFilter] = []
        if let existing {
            guard search.related.isEmpty, segment == nil else {
                throw ExistingFilter.unsupported(
                    search.related.isEmpty ? "a segment" : "related items", "it keeps neither keys nor tags")
            }
            if let ids = search.request.ids { parts.append(try existing.ids(ids)) }
            return parts
        }
        if let ids = search.request.ids { parts.append(.keys(DocumentField.id, ids.map(ExactKey.text))) }
        for (field, ids) in search.related {
            parts.append(ids.map { .keys(field.keys, $0.map(ExactKey.text)) } ?? .presence(of: field))
        }
        if let segment {
            let keys = segment.tags.map { ExactKey.tag($0.name, $0.value) }
            parts += (segment.mode == .total ? keys.map { [$0] } : [keys]).map {
                .keys(DocumentField.tags, $0)
            }
        }
        return parts
    }
}
