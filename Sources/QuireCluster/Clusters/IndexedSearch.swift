import QuireCore
import QuireEngine
import QuireText

/// A request that was checked completely against its module, ready to be compiled for a cluster.
package final class IndexedSearch: Sendable {
    package let request: SearchRequest
    package let module: IndexedModule
    /// The filters over the values and the metadata.
    package let filters: [IndexedFilter]
    /// Relations with the ids that one of them must have. `nil` means any id.
    package let related: [(field: IndexedField, ids: [String]?)]
    /// The refinements, each with the field of its facet.
    package let refinements: [(field: IndexedField, filter: IndexedFilter)]
    package let facets: [(request: FacetRequest, field: IndexedField)]
    package let sort: [IndexedSortKey]
    /// `nil` if the request has no full-text search.
    package let text: TextMeaning?
    /// The fields of the full-text search.
    package let searchedFields: [IndexedField]
    /// The fields whose values are returned. `nil` means all.
    package let fields: [IndexedField]?

    /// - Parameter module: The request's module.
    /// - Throws: `QueryError` if the request does not fit its module.
    package init(
        _ request: SearchRequest, of module: IndexedModule, analyzer: TextAnalyzer
    ) throws(QueryError) {
        let name = module.module.name
        self.request = request
        self.module = module
        var filters: [IndexedFilter] = []
        if let filter = request.filter {
            filters.append(try IndexedFilter(filter, over: module.values, module: name))
        }
        if let filter = request.metaFilter {
            filters.append(try IndexedFilter(filter, over: module.metadata, module: name))
        }
        self.filters = filters
        var related: [(field: IndexedField, ids: [String]?)] = []
        for link in request.related {
            let relation = try module.module.relation(link.field, in: "related")
            related.append((try module.value(relation.name, in: "related"), link.ids))
        }
        self.related = related
        var refinements: [(field: IndexedField, filter: IndexedFilter)] = []
        for refinement in request.refinements {
            let field = try module.value(refinement.field, in: "the refinements")
            let filter =
                if let paths = refinement.paths {
                    IndexedFilter.paths(field, paths, isNegated: refinement.excludesPaths)
                } else {
                    try IndexedFilter(refinement.filter, over: module.values, module: name)
                }
            refinements.append((field, filter))
        }
        self.refinements = refinements
        var facets: [(request: FacetRequest, field: IndexedField)] = []
        for facet in request.facets {
            facets.append((facet, try module.value(facet.field, in: "the facets")))
        }
        self.facets = facets
        // Checks the keys.
        if !request.sort.isEmpty {
            _ = try InstanceOrder(request.sort, over: module.module.fields, module: name)
        }
        sort = request.sort.compactMap { key in module.field(key.property).map { IndexedSortKey(key, $0) } }
        text = request.text?.meaning(analyzer)
        var searched: [IndexedField] = []
        for field in try request.text?.searchedFields(of: request.module) ?? [] {
            searched.append(try module.value(field.name, in: "the search"))
        }
        searchedFields = searched
        var fields: [IndexedField]?
        for field in request.fields ?? [] {
            fields = (fields ?? []) + [try module.value(field, in: "the fields")]
        }
        self.fields = request.fields == nil ? nil : fields ?? []
        for path in request.include {
            if let field = path.fields.first { _ = try module.module.relation(field, in: "include") }
        }
    }
}

/// A sort key with its field.
package struct IndexedSortKey: Sendable, Hashable {
    package let field: IndexedField
    package let isDescending: Bool
    package let putsNoValueFirst: Bool

    init(_ key: SortKey, _ field: IndexedField) {
        self.field = field
        isDescending = key.order == .descending
        putsNoValueFirst = (key.nulls ?? (key.order == .ascending ? .first : .last)) == .first
    }
}

extension IndexedModule {
    fileprivate func value(_ name: String, in part: String) throws(QueryError) -> IndexedField {
        guard let field = value(name) else {
            throw QueryError(
                .unknownProperty, module: module.name, node: "\"\(name)\" in \(part)",
                expected: "one of \(values.map(\.descriptor.name).joined(separator: ", "))")
        }
        return field
    }
}
