import Quire

/// A draft as one request: all that was typed and chosen, in an order that depends on nothing but the draft.
struct DraftRequest<Module: ContentModule> {
    let draft: SearchDraft<Module>
    let engine: EngineCapabilities

    /// The facets of the query; of a hierarchical one the top level is counted, and what lies below the names of the
    /// chosen path.
    var facets: [FacetRequest] {
        draft.query.request.facets.map { facet in
            guard Module.Fields.table[exactly: facet.field]?.facet == .hierarchical, facet.openPaths == nil
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

    /// - Parameter facets: What is counted besides.
    func request(page: Int, counting facets: [FacetRequest]) -> SearchRequest {
        var request = query.page(page, size: draft.pageSize).request
        if !draft.sort.isEmpty { request.sort = draft.sort }
        request.filter = filter(narrowing: request.filter)
        request.facets = facets
        for choice in draft.refinements.choices.sorted(by: {
            $0.field.utf8.lexicographicallyPrecedes($1.field.utf8)
        }) {
            guard let field = request.module.fields[exactly: choice.field] else {
                // The engine refuses it, and says which fields are facets.
                let values = FilterValue.list(choice.values)
                request.refinements.append(
                    FacetRefinement(
                        choice.field, .leaf(.init(.in, choice.field, values, type: .string))))
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

    /// Whether the draft counts and refines a facet disjunctively: as the query asks for it, or as the schema says.
    func isDisjunctive(_ field: FieldDescriptor) -> Bool {
        let asked = draft.query.request.facets.first { $0.field.isSpelled(as: field.name) }
        return asked?.isDisjunctive ?? [.disjunctive, .hierarchical].contains(field.facet)
    }

    private var query: Query<Module> {
        let isBlank = draft.text.allSatisfy(\.isWhitespace)
        guard !draft.text.isEmpty, engine.fullText || !(isBlank || !draft.substringFields.isEmpty) else {
            return draft.query
        }
        let query = draft.query.search(draft.text, matching: draft.matching).findingAllWhenEmpty()
        return draft.toleratesTypos ? query.toleratingTypos() : query
    }

    /// The query's own conditions, the named filters by their names, and the words where there is no full text.
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
                            .leaf(.init(.like, $0, .string(String(word)), type: .string))
                        }))
            }
        }
        return filters.isEmpty ? nil : .joining(.and, filters)
    }
}
