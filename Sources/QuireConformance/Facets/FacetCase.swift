import QuireCore
import QuireEngine

/// A search whose facets are counted.
struct FacetCase: Sendable, Hashable {
    /// A refinement of a facet by a value or a range.
    struct Refinement: Sendable, Hashable {
        var field: String
        var leaf: Filter.Leaf
    }

    var query = FilterCase()
    var refinements: [Refinement] = []
    var facets: [FacetRequest]

    var request: SearchRequest {
        var request = SearchRequest(module: SamplesModule.descriptor)
        request.filter = query.values?.filter
        request.metaFilter = query.metadata?.filter
        request.refinements = refinements.map { FacetRefinement($0.field, .leaf($0.leaf)) }
        request.facets = facets
        request.page = .page(1, size: 3)
        return request
    }

    /// All facets over all items, each alone with a filter, and random combinations.
    static func all(seed: UInt64) -> [FacetCase] { whole + mixed(seed: seed) }

    private static let fields = SamplesModule.descriptor.fields.fields.filter { $0.facet != nil }

    private static let whole: [FacetCase] = [1, 2, 1_000].map { maximum in
        FacetCase(facets: fields.map { FacetRequest($0.name, maximumValues: maximum) })
    }

    private static func mixed(seed: UInt64) -> [FacetCase] {
        var random = Draws(seed: seed &+ 11)
        let leaves = LeafCases.weightedOfValues
        let metadata = LeafCases.weightedOfMetadata
        let refining = LeafCases.weightedOfValues.filter { leaf in
            [.equal, .in, .between, .greaterOrEqual, .less].contains(leaf.operation) && leaf.value != .null
                && fields.contains { $0.name == leaf.property }
        }
        return (0..<300).map { index in
            var sample = FacetCase(facets: [])
            // Few filters at first, so that engines with unsupported leaves have cases too.
            if index % 3 > 0, let leaf = leaves.randomElement(using: &random) {
                sample.query.values = .leaf(leaf)
            }
            if index % 6 == 5, let leaf = metadata.randomElement(using: &random) {
                sample.query.metadata = .leaf(leaf)
            }
            for _ in 0..<(index % 4) {
                guard let leaf = refining.randomElement(using: &random) else { continue }
                sample.refinements.append(Refinement(field: leaf.property, leaf: leaf))
            }
            // The refined facets among others.
            let refined = fields.filter { field in
                sample.refinements.contains { $0.field == field.name }
            }
            for field in refined + fields.shuffled(using: &random).prefix(2)
            where !sample.facets.contains(where: { $0.field == field.name }) {
                let maximum = [1_000, 1_000, 5, 1].randomElement(using: &random) ?? 1_000
                sample.facets.append(
                    FacetRequest(
                        field.name, maximumValues: maximum, isDisjunctive: Bool.random(using: &random)))
            }
            return sample
        }
    }
}

/// The evaluator's counts for the facet cases of a seed, computed once for all engines of a process.
actor EvaluatedFacets {
    static let shared = EvaluatedFacets()

    private struct Draw: Hashable {
        var seed: UInt64
        var arePlain = HardDocuments.arePlain
    }

    private var facetsByDraw: [Draw: [(sample: FacetCase, counted: [CountedFacet])]] = [:]

    func counted(seed: UInt64) throws -> [(sample: FacetCase, counted: [CountedFacet])] {
        let draw = Draw(seed: seed)
        if let facets = facetsByDraw[draw] { return facets }
        let all = try FacetCase.all(seed: seed).map { sample in
            var request = sample.request
            // All values, whatever limit is requested.
            for index in request.facets.indices { request.facets[index].maximumValues = 1_000_000 }
            let page = try InstanceSearch(request).page(of: HardDocuments.instances)
            return (sample, page.facets.map(CountedFacet.init))
        }
        facetsByDraw[draw] = all
        return all
    }
}
