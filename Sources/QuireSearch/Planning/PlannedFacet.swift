import Quire

/// A facet of a draft, and which of a plan's answers counts it.
struct PlannedFacet: Sendable, Hashable {
    let request: FacetRequest
    let choice: FacetChoice?
    /// The first answer, or one of those that only count.
    var answer = 0

    init(_ request: FacetRequest, choice: FacetChoice?) {
        self.request = request
        self.choice = choice
    }

    /// The facet's counts, with the values that were chosen or excluded among them, at zero where nothing has them.
    ///
    /// A chosen value that the counting answer has cut away is taken from the first answer, where it is counted among
    /// what was found: the same number, as long as values alone narrow the facet.
    func result<Item>(
        in responses: [SearchResponse<Item>], of engine: EngineCapabilities
    ) throws -> FacetResult {
        guard var result = responses[answer].facet(request.field) else {
            throw MissingFacetError(engine: engine.name, field: request.field)
        }
        guard let choice else { return result }
        let first = answer == 0 ? nil : responses[0].facet(request.field)
        var shown = Set(result.counts.map { ValueKey($0.value) })
        for value in choice.values + choice.excluded + choice.excludedInGroup
        where shown.insert(ValueKey(value)).inserted {
            let known = choice.hasOnlyValues ? first?.counts.first { $0.value.isSame(as: value) } : nil
            result.counts.append(FacetCount(value, known?.count ?? 0))
        }
        result.counts = FacetCount.ordered(result.counts)
        return result
    }
}

/// An engine that broke its contract: an answer without a facet that was asked for.
public struct MissingFacetError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The wire name of the facet's field.
    public var field: String

    public var description: String {
        "\(engine) gave an answer without the facet \"\(field)\", which was asked for"
    }
}

/// A value of a facet by its bytes, for look-ups.
struct ValueKey: Hashable {
    let value: FilterValue

    init(_ value: FilterValue) { self.value = value }

    static func == (left: ValueKey, right: ValueKey) -> Bool { left.value.isSame(as: right.value) }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SearchResponse {
    func facet(_ field: String) -> FacetResult? { facets.first { $0.field.isSpelled(as: field) } }
}
