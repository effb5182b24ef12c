import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// A request compiled for a collection of another program, without using the network.
final class ExistingPlan: Sendable {
    /// Which part of the results is requested.
    enum Window: Sendable {
        case slice(offset: Int, limit: Int)
        case everything
    }

    let request: SearchRequest
    let search: IndexedSearch
    let layout: ExistingLayout
    let filter: FilterText
    let text: ExistingText?
    /// The value of `sort_by`; `nil` for the server's own order.
    let sort: String?
    let window: Window
    let facetGroups: [FacetGroup]
    let findsNothing: Bool
    let settings: TypesenseSettings
    let form: ResponseForm
    /// What the server gets beside the query.
    let passed: ServersOwnSearch
    /// Whether a condition followed the server's meaning.
    private let usesMeaning: Bool

    /// - Throws: `UnsupportedError`, `QueryError`.
    init(
        _ request: SearchRequest, _ layout: ExistingLayout, capabilities: EngineCapabilities,
        settings: TypesenseSettings, features: TypesenseFeatures
    ) throws {
        try request.check(for: capabilities)
        let search = try IndexedSearch(request, of: layout.module, analyzer: settings.analyzer)
        self.request = request
        self.search = search
        self.layout = layout
        self.settings = settings
        let compiler = ExistingFilter(
            layout: layout, meaning: request.meaning ?? settings.meaning, features: features)
        var parts = try search.compiling { try search.filters.map(compiler.text) }
        if let ids = request.ids { parts.append(try compiler.ids(ids)) }
        guard search.related.isEmpty, request.segment?.tags.isEmpty ?? true else {
            throw ExistingFilter.unsupported(
                search.related.isEmpty ? "a segment" : "related items", "it keeps neither keys nor tags")
        }
        text = try request.text.flatMap { text throws in
            guard search.text != .nothing, search.text != .everything else { return nil }
            return try ExistingText(
                text, search.searchedFields.filter { layout[$0]?.type == "string" }, settings.analyzer)
        }
        passed = try ServersOwnSearch(request, text: text, search, settings)
        let refined = try search.refinements.map { refinement in
            (refinement.field, try search.compiling { try compiler.text(refinement.filter) })
        }
        func filter(except field: IndexedField? = nil) throws -> FilterText {
            let filter = FilterText.and(parts + refined.filter { $0.0 != field }.map(\.1))
            guard filter.tokens <= FilterText.mostTokens else {
                throw ExistingFilter.unsupported(
                    "a filter of \(filter.tokens) parts", "it takes \(FilterText.mostTokens)")
            }
            return filter
        }
        self.filter = try filter()
        sort = try Self.sort(search, layout)
        var groups: [FacetGroup] = []
        for (index, facet) in search.facets.enumerated() {
            guard let server = layout[facet.field], server.isFacet, !facet.field.isHierarchical,
                server.type == "string"
                    || (["int32", "int64", "bool"].contains(server.type) && !server.isList)
            else {
                throw ExistingFilter.unsupported(
                    "the facet \"\(facet.field.descriptor.name)\"", "it is no facet of exact values there")
            }
            let filter = try filter(except: facet.request.isDisjunctive ? facet.field : nil)
            groups.add(index, facet.request, facet.field, filter, settings.analyzer)
        }
        facetGroups = groups
        findsNothing = self.filter == .nothing || search.text == .nothing
        switch request.page {
        case .standard: window = .slice(offset: 0, limit: 10)
        case .page(let page, let size): window = .slice(offset: (page - 1) * size, limit: size)
        case .offset(let offset, let limit): window = .slice(offset: offset, limit: limit)
        case .cursor(nil, let limit): window = .slice(offset: 0, limit: limit)
        case .cursor(let cursor?, let limit):
            let place = try ClusterCursor.place(
                of: cursor, in: request, engine: TypesenseConnection.engineName)
            guard let offset = place.int, offset >= 0 else {
                throw ClusterCursor.damaged(cursor, in: request)
            }
            window = .slice(offset: offset, limit: limit)
        case .all: window = .everything
        }
        usesMeaning = compiler.use.isEngine
        form = ResponseForm(
            module: layout.module.module.name, collection: layout.collection, keys: layout.keys,
            fields: search.fields, shape: LocalizedShape(request, locales: settings.locales),
            keepsUnknownValues: request.decoding.keepsUnknownValues,
            keepsResponse: passed.parameters.keepsResponse)
    }

    /// Whose meaning the page follows.
    var meaning: Meaning { usesMeaning || text != nil || passed.marksPage ? .engine : .exact }

    private static func sort(_ search: IndexedSearch, _ layout: ExistingLayout) throws -> String? {
        guard search.sort.count <= SearchOrder.mostKeys else {
            throw ExistingFilter.unsupported("a sort by \(search.sort.count) keys", "it sorts by three")
        }
        let keys = try search.sort.map { key in
            let name = key.field.descriptor.name
            let isID = key.field.isMetadata && name == "id"
            guard !isID, let server = layout[key.field], server.sorts, !server.isList,
                server.type != "geopoint"
            else {
                throw ExistingFilter.unsupported(
                    "sort by \"\(name)\"", "the field is not kept sorted there (\"sort\": true)")
            }
            let missing =
                server.isOptional ? "(missing_values: \(key.putsNoValueFirst ? "first" : "last"))" : ""
            return "\(name)\(missing):\(key.isDescending ? "desc" : "asc")"
        }
        return keys.isEmpty ? nil : keys.joined(separator: ",")
    }

    /// The document fields in the response; `nil` for all.
    var includedFields: String? {
        if search.fields == nil, request.decoding.keepsUnknownValues { return nil }
        let names = layout.document.names(of: search.fields).filter { $0 != PlainDocument.rest }
        return names.contains { $0.contains(",") } ? nil : names.joined(separator: ",")
    }
}
