import QuireCore
import QuireText

extension SearchRequest {
    /// Checks facets and their refinements: whether the engine supports them, and whether the fields are facets.
    func checkFacets(for engine: EngineCapabilities) throws {
        if let field = facets.first?.field ?? refinements.first?.field, !engine.facets {
            let isCounted = !facets.isEmpty
            throw UnsupportedError(
                engine: engine.name, node: "\(isCounted ? "the facet" : "a refinement of") \"\(field)\"",
                hint: isCounted
                    ? "it counts no values; leave the facets out, or use an engine that has them"
                    : "it has no facets; narrow the query with .where instead")
        }
        var facetFields: [String] = []
        for facet in facets {
            var node: String { "facet \"\(facet.field)\"" }
            try facet.check(try module.facet(facet.field, node), module: module.name, node)
            if let text = facet.matching,
                TextQuery.all(text).hasMoreWords(than: TextQuery.maximumWords, TextAnalyzer())
            {
                throw QueryError(
                    .incompatibleOperand, module: module.name,
                    node: "\(node) matching more than \(TextQuery.maximumWords) words",
                    expected: "fewer words")
            }
            guard (1...1000).contains(facet.maximumValues) else {
                throw QueryError(
                    .incompatibleOperand, module: module.name,
                    node: "\(facet.maximumValues) values of \(node)",
                    expected: "1 to 1000 values")
            }
            guard !facetFields.contains(facet.field) else {
                throw QueryError(
                    .incompatibleOperation, module: module.name, node: node, expected: "each facet once")
            }
            facetFields.append(facet.field)
        }
        for refinement in refinements {
            var node: String { "refinement of \"\(refinement.field)\"" }
            let field = try module.facet(refinement.field, node)
            guard refinement.paths == nil || field.facet == .hierarchical else {
                throw QueryError(
                    .incompatibleOperation, module: module.name, node: "a path in a \(node)",
                    expected: "a hierarchical facet")
            }
            for property in refinement.filter.properties where property != refinement.field {
                throw QueryError(
                    .incompatibleOperation, module: module.name, node: "\"\(property)\" in a \(node)",
                    expected: "tests of \"\(refinement.field)\" alone; put others in .where")
            }
        }
    }
}

extension FacetRequest {
    fileprivate func check(
        _ field: FieldDescriptor, module: String, _ node: @autoclosure () -> String
    ) throws(QueryError) {
        guard matching == nil || field.kind.comparison == .text else {
            throw QueryError(
                .incompatibleOperation, module: module, node: "words that values of \(node()) have",
                expected: "a facet of texts")
        }
        guard openPaths == nil || field.facet == .hierarchical else {
            throw QueryError(
                .incompatibleOperation, module: module, node: "open paths of \(node())",
                expected: "a hierarchical facet")
        }
    }
}

extension Filter {
    /// The properties used in the filter, in its order. A condition across a relation is described, not named.
    package var properties: [String] {
        switch self {
        case .leaf(let leaf): [leaf.property] + (leaf.comparedField.map { [$0] } ?? [])
        case .and(let operands), .or(let operands): operands.flatMap(\.properties)
        case .any(let step, _), .none(let step, _): ["\(step) (…)"]
        }
    }
}
