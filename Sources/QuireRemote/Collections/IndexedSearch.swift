import QuireCore
import QuireEngine
import QuireText

/// A request that was checked against its module, ready to be compiled for a cluster. Its filters are checked while they
/// are compiled.
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
    package convenience init(
        _ request: SearchRequest, of module: IndexedModule, analyzer: TextAnalyzer
    ) throws(QueryError) {
        do throws(QueryError) {
            try self.init(checkingOthersOf: request, of: module, analyzer: analyzer)
        } catch {
            // A mistake in a filter comes first.
            if let filter = request.filter { try module.testedValues.check(filter) }
            if let filter = request.metaFilter { try module.testedMetadata.check(filter) }
            throw error
        }
    }

    /// Compiles the search's filters, or a part of the search that may be unsupported.
    ///
    /// - Throws: `QueryError` if any filter does not fit the module, otherwise the error of the body.
    package func compiling<Compiled>(_ body: () throws -> Compiled) throws -> Compiled {
        do {
            return try body()
        } catch let error as UnsupportedError {
            for filter in filters { try filter.check() }
            for (_, filter) in refinements { try filter.check() }
            throw error
        }
    }

    /// Refuses related items, which the engine's server does not send along.
    ///
    /// - Throws: `QueryError` if any filter does not fit the module, otherwise `UnsupportedError`.
    package func refuseIncludes(by engine: String) throws {
        guard let path = request.include.first else { return }
        try compiling {
            throw UnsupportedError(
                engine: engine, node: "include \"\(path.fields.joined(separator: "."))\"",
                hint: "ask through ContentClient, which fetches related items in batches")
        }
    }

    /// Checks everything except the filters.
    private init(
        checkingOthersOf request: SearchRequest, of module: IndexedModule, analyzer: TextAnalyzer
    ) throws(QueryError) {
        let name = module.module.name
        self.request = request
        self.module = module
        var filters: [IndexedFilter] = []
        if let filter = request.filter {
            filters.append(.filter(filter, over: module.testedValues))
        }
        if let filter = request.metaFilter {
            filters.append(.filter(filter, over: module.testedMetadata))
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
            let filter: IndexedFilter =
                if let paths = refinement.paths {
                    .paths(field, paths, isNegated: refinement.excludesPaths)
                } else {
                    .filter(refinement.filter, over: module.testedValues)
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
        var searched: [IndexedField] = []
        for field in try request.text?.searchedFields(of: request.module, analyzer) ?? [] {
            searched.append(try module.value(field.name, in: "the search"))
        }
        searchedFields = searched
        text = request.text?.meaning(analyzer)
        var fields: [IndexedField]?
        for field in request.fields ?? [] {
            let value = try module.value(field, in: "the fields")
            guard !value.descriptor.isMember else {
                throw QueryError(
                    .unknownProperty, module: name, node: "\"\(field)\" in the fields",
                    expected: "a field of the module; select the object, which has the member")
            }
            fields = (fields ?? []) + [value]
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

/// A condition of a search on the fields of a module.
package enum IndexedFilter: Sendable {
    /// A filter. Its leaves are checked while it is compiled, so that one walk over the tree is enough.
    case filter(Filter, over: IndexedFields)
    /// At or below one of the paths of a hierarchical facet, or below none.
    case paths(IndexedField, [String], isNegated: Bool)

    /// Checks the complete tree.
    ///
    /// - Throws: `QueryError` for an unknown property, an operation that does not apply to the field's kind, or an
    ///   operand of the wrong type.
    package func check() throws(QueryError) {
        if case .filter(let filter, let fields) = self { try fields.check(filter) }
    }
}
