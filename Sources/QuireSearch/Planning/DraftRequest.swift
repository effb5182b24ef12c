import QuireCore
import QuireEngine
import QuireText

/// A draft as one request. Its order only depends on the draft's contents.
struct DraftRequest {
    let draft: DraftContent
    /// The query's request with the user's words, as far as the engine supports them.
    let searched: SearchRequest
    let engine: EngineCapabilities

    init<Module>(draft: SearchDraft<Module>, engine: EngineCapabilities) {
        self.draft = draft.content.value
        searched = draft.searched(on: engine)
        self.engine = engine
    }

    /// The facets of the query. For a hierarchical one, the top level and the children of each name in the chosen
    /// path are counted.
    var facets: [FacetRequest] {
        searched.facets.map { facet in
            guard searched.module.fields[path: facet.field]?.facet == .hierarchical, facet.openPaths == nil
            else {
                return facet
            }
            var facet = facet
            let path = draft.refinements.path(of: facet.field)
            facet.openPaths = path.map { $0.ancestors + [$0.text] } ?? []
            return facet
        }
    }

    var levels: [LevelPlan] {
        draft.levels.map { levels in
            LevelPlan(levels: levels, path: draft.refinements.path(of: levels.fields[0]))
        }
    }

    /// - Parameter facets: Additional facets to count.
    func request(page: Int, counting facets: [FacetRequest]) -> SearchRequest {
        var request = searched
        request.page = draft.loadsEverything ? .all : .page(page, size: draft.pageSize)
        if !draft.sort.isEmpty { request.sort = draft.sort }
        request.filter = filter(narrowing: request.filter)
        request.facets = facets
        for choice in draft.refinements.choices.sorted(by: {
            $0.field.utf8.lexicographicallyPrecedes($1.field.utf8)
        }) {
            guard let field = request.module.fields[path: choice.field] else {
                // The engine rejects it, and lists the fields that are facets.
                let values = FilterValue.list(choice.values)
                request.refinements.append(
                    FacetRefinement(
                        choice.field, .leaf(.init(.in, choice.field, value: values, type: .string))))
                continue
            }
            var choice = choice
            if let levels = draft.levels(of: choice.field) {
                let plan = LevelPlan(levels: levels, path: draft.refinements.path(of: choice.field))
                if let refinement = plan.refinement { request.refinements.append(refinement) }
                choice.values = []
            }
            request.refinements += choice.refinements(of: field, isDisjunctive: isDisjunctive(field))
        }
        return engine.facets || !facets.isEmpty ? request : request.refined()
    }

    /// Whether the facet is disjunctive in this draft, as set by the query or by the schema.
    func isDisjunctive(_ field: FieldDescriptor) -> Bool {
        let facet = searched.facets.first { $0.field == field.name }
        return facet?.isDisjunctive ?? [.disjunctive, .hierarchical].contains(field.facet)
    }

    /// The query's own conditions, the named filters by name, and the words if there is no full-text search.
    private func filter(narrowing own: Filter?) -> Filter? {
        var filters = own.map { [$0] } ?? []
        for name in draft.filters.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            if let filter = draft.filters[name] { filters.append(filter) }
        }
        if !engine.fullText, !draft.substringFields.isEmpty {
            for word in draft.text.split(whereSeparator: \.isWhitespace) {
                filters.append(
                    .any(
                        draft.substringFields.map {
                            .leaf(.init(.like, $0, value: .string(String(word)), type: .string))
                        }))
            }
        }
        return filters.isEmpty ? nil : .joining(.and, filters)
    }
}

extension SearchDraft {
    fileprivate func searched(on engine: EngineCapabilities) -> SearchRequest {
        var request = content.value.query.value
        // A query that names only fields and options of the search waits for the words.
        let own = request.text.flatMap { $0.query.isBlank ? nil : $0.query }
        let isBlank = text.allSatisfy(\.isWhitespace)
        guard !text.isEmpty, engine.fullText || !(isBlank || !substringFields.isEmpty) else {
            if own == nil { request.text = nil }
            return request
        }
        let typed = TextQuery.all(text, matching: matching)
        var search = request.text ?? TextSearch(typed)
        search.query = own.map { $0.and(typed) } ?? typed
        search.emptyFindsAll = true
        // The typed words restrict the query's own text.
        if own != nil { search.mode = .allWords }
        if !toleratesTypos { search.mode = .asTyped }
        request.text = search
        return request
    }
}

/// The requests that count a hierarchy with one field per level.
struct LevelPlan {
    let levels: FacetLevels
    let path: FacetPath?

    /// The paths from the top to the chosen one, one for each level.
    private var names: [String] { path.map { $0.ancestors + [$0.text] } ?? [] }

    /// The filter for the items under the chosen path.
    var refinement: FacetRefinement? { names.last.map { refinement(to: $0, at: names.count - 1) } }

    /// The levels to count: those of the path, and the one below it.
    var facets: [FacetRequest] {
        levels.fields.prefix(names.count + 1).map { FacetRequest($0, maximumValues: levels.maximumValues) }
    }

    /// The filter for counting a level: items under the name above it. `nil` uses the filter of the first request.
    func refinements(of level: Int) -> [FacetRefinement]? {
        guard level < names.count else { return nil }
        return level == 0 ? [] : [refinement(to: names[level - 1], at: level - 1)]
    }

    /// The name of the path on a level, as a choice.
    func choice(of level: Int) -> FacetChoice? {
        guard level < names.count else { return nil }
        var choice = FacetChoice(levels.fields[level])
        choice.values = [.string(names[level])]
        return choice
    }

    /// A path with more levels than there are fields is tested in the last field, where it matches nothing.
    private func refinement(to path: String, at level: Int) -> FacetRefinement {
        let field = levels.fields[min(level, levels.fields.count - 1)]
        return FacetRefinement(field, .leaf(.init(.in, field, value: .list([.string(path)]), type: .string)))
    }
}
