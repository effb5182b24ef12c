import QuireCore
import QuireEngine
import QuireText
import QuireToolbox

/// A facet of a draft, and which of a plan's answers counts it.
struct PlannedFacet: Sendable, Hashable {
    let request: FacetRequest
    let isHierarchical: Bool
    /// The first answer, or one of those that only count.
    var answer = 0
    /// Whether it is a level of a hierarchy, which the choice below it narrows in the first answer.
    var isLevel = false
    private let choice: FacetChoice?

    init(_ request: FacetRequest, _ choice: FacetChoice?, of module: ModuleDescriptor) {
        self.request = request
        self.choice = choice
        isHierarchical = module.fields[exactly: request.field]?.facet == .hierarchical
    }

    /// What has to stand among the values: what was chosen or excluded, and of a path what stands above it.
    private var touched: [FilterValue] {
        guard let choice else { return [] }
        guard isHierarchical else { return choice.values + choice.excluded + choice.excludedInGroup }
        return FacetPath.all(of: choice.values.compactMap(\.path)).map(FilterValue.string)
    }

    /// The facet's counts, with the values that were chosen or excluded among them, at zero where nothing has them.
    ///
    /// A chosen value that the counting answer has cut away is taken from the first answer, where it is counted among
    /// what was found: the same number, as long as values alone narrow the facet. Else it is among the totals.
    ///
    /// - Parameter responses: The facets of each answer.
    func result(
        in responses: [[FacetResult]], _ totals: [ValueKey: Int], of engine: EngineCapabilities
    ) throws -> FacetResult {
        var result = try counts(in: responses, of: engine)
        guard choice != nil else { return result }
        let missing = missing(touched, in: result)
        guard !missing.isEmpty else { return result }
        for value in missing {
            let count = count(of: value, in: responses) ?? totals[ValueKey(value)] ?? 0
            result.counts.append(FacetCount(value, count))
        }
        result.counts = FacetCount.ordered(result.counts)
        return result
    }

    /// The chosen and excluded values whose counts no answer has, because there are more values than are wanted.
    func cutValues(in responses: [[FacetResult]], of engine: EngineCapabilities) throws -> [FilterValue] {
        guard choice != nil else { return [] }
        let result = try counts(in: responses, of: engine)
        guard !result.isExhaustive else { return [] }
        return missing(touched, in: result).filter { count(of: $0, in: responses) == nil }
    }

    private func counts(in responses: [[FacetResult]], of engine: EngineCapabilities) throws -> FacetResult {
        guard let result = responses[answer].first(where: { $0.field.isByteEqual(to: request.field) }) else {
            throw MissingFacetError(engine: engine.name, field: request.field)
        }
        return result
    }

    /// A chosen value's count in the first answer, where another one counts the facet; not of a path that the chosen one
    /// only leads through.
    private func count(of value: FilterValue, in responses: [[FacetResult]]) -> Int? {
        guard answer > 0, !isLevel, let choice, choice.hasOnlyValues, choice.values.containsSame(value) else {
            return nil
        }
        let result = responses[0].first { $0.field.isByteEqual(to: request.field) }
        return result?.counts.first { $0.value.isSame(as: value) }?.count
    }

    /// The values that a result does not show, each once.
    private func missing(_ values: [FilterValue], in result: FacetResult) -> [FilterValue] {
        guard !values.isEmpty else { return [] }
        var shown = Set(result.counts.map { ValueKey($0.value) })
        return values.filter { shown.insert(ValueKey($0)).inserted }
    }
}

/// An engine that broke its contract: an answer without a facet that was asked for.
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

/// A value of a facet by its bytes, for look-ups.
struct ValueKey: Hashable {
    let value: FilterValue

    init(_ value: FilterValue) { self.value = value }

    static func == (left: ValueKey, right: ValueKey) -> Bool { left.value.isSame(as: right.value) }

    // The hash of a text is that of all its spellings.
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
