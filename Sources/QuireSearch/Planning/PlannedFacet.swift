import QuireCore
import QuireEngine
import QuireText
import QuireToolbox

/// A facet of a draft, and the index of the response that counts it.
struct PlannedFacet: Sendable, Hashable {
    let request: FacetRequest
    let isHierarchical: Bool
    /// The first response, or one that only counts.
    var response = 0
    /// Whether it is a level of a hierarchy, which the choice below it narrows in the first response.
    var isLevel = false
    private let choice: FacetChoice?

    init(_ request: FacetRequest, _ choice: FacetChoice?, of module: ModuleDescriptor) {
        self.request = request
        self.choice = choice
        isHierarchical = module.fields[path: request.field]?.facet == .hierarchical
    }

    /// Values that must be included: chosen and excluded ones, and the paths above the chosen path.
    private var requiredValues: [FilterValue] {
        guard let choice else { return [] }
        guard isHierarchical else { return choice.values + choice.excluded + choice.excludedInGroup }
        return FacetPath.all(of: choice.values.compactMap(\.path)).map(FilterValue.string)
    }

    /// Returns the facet's counts, including chosen and excluded values, with zero if no item has them.
    ///
    /// If a chosen value is cut off in the counting response, its count is taken from the first response, where it is
    /// the same as long as only values narrow the facet. Otherwise, it is among the totals.
    ///
    /// - Parameter responses: The facets of each response.
    func result(
        in responses: [[FacetResult]], _ totals: [FacetValueKey: Int], of engine: EngineCapabilities
    ) throws -> FacetResult {
        var result = try counts(in: responses, of: engine)
        guard choice != nil else { return result }
        let missing = missing(requiredValues, in: result)
        guard !missing.isEmpty else { return result }
        for value in missing {
            let count = count(of: value, in: responses) ?? totals[FacetValueKey(value)] ?? 0
            result.counts.append(FacetCount(value, count))
        }
        result.counts = FacetCount.ordered(result.counts)
        return result
    }

    /// The chosen and excluded values without a count in any response, because there are more values than requested.
    func cutValues(in responses: [[FacetResult]], of engine: EngineCapabilities) throws -> [FilterValue] {
        guard choice != nil else { return [] }
        let result = try counts(in: responses, of: engine)
        guard !result.isExhaustive else { return [] }
        return missing(requiredValues, in: result).filter { count(of: $0, in: responses) == nil }
    }

    private func counts(in responses: [[FacetResult]], of engine: EngineCapabilities) throws -> FacetResult {
        guard let result = responses[response].first(where: { $0.field == request.field })
        else {
            throw MissingFacetError(engine: engine.name, field: request.field)
        }
        return result
    }

    /// A chosen value's count in the first response, if another response counts the facet. Not for an ancestor of the
    /// chosen path.
    private func count(of value: FilterValue, in responses: [[FacetResult]]) -> Int? {
        guard response > 0, !isLevel, let choice, choice.hasOnlyValues, choice.values.containsSame(value)
        else {
            return nil
        }
        let result = responses[0].first { $0.field == request.field }
        return result?.counts.first { $0.value.isSame(as: value) }?.count
    }

    /// The values that are missing from a result, without duplicates.
    private func missing(_ values: [FilterValue], in result: FacetResult) -> [FilterValue] {
        guard !values.isEmpty else { return [] }
        var keys = Set(result.counts.map { FacetValueKey($0.value) })
        return values.filter { keys.insert(FacetValueKey($0)).inserted }
    }
}

/// An engine returned a response without a requested facet, which is a bug in the engine.
public struct MissingFacetError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The wire name of the facet's field.
    public var field: String

    public var description: String {
        PlainText.error(
            "\(engine) returned a response without the facet \"\(field)\" that the request names",
            "This is a bug in the engine: report it to its author.")
    }
}

/// A facet value, compared by its bytes, for lookups.
struct FacetValueKey: Hashable {
    let value: FilterValue

    init(_ value: FilterValue) { self.value = value }

    static func == (left: FacetValueKey, right: FacetValueKey) -> Bool { left.value.isSame(as: right.value) }

    func hash(into hasher: inout Hasher) {
        if case .string(let text) = value { hasher.combine(ExactText(text)) } else { hasher.combine(value) }
    }
}
