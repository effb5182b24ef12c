import QuireCore
import QuireText

/// The values that were chosen from facets, and the ranges, in the order in which they were chosen.
///
/// A draft's own methods (`toggle`, `refine`, `exclude` …) are the typed way; these are for tools that know fields by
/// name alone. Values are compared by their bytes; none stands here twice, and a facet of which nothing is chosen any
/// more is gone.
///
/// ```swift
/// draft.refinements.toggle(.string("eng"), of: "language")
/// draft.refinements["language"]?.values           // [.string("eng")]
/// ```
public struct Refinements: Sendable, Hashable {
    /// What was chosen, the facet that was touched first first.
    public private(set) var choices: [FacetChoice] = []

    public init() {}

    /// Whether nothing is chosen.
    public var isEmpty: Bool { choices.isEmpty }

    /// What was chosen of a facet; `nil`: nothing.
    public subscript(field: String) -> FacetChoice? { choices.first { $0.field.isByteEqual(to: field) } }

    /// The values that were chosen of a facet, in the order of choice.
    public func values(of field: String) -> [FilterValue] { self[field]?.values ?? [] }

    /// Whether a value of a facet is chosen.
    public func contains(_ value: FilterValue, of field: String) -> Bool {
        self[field]?.values.containsSame(value) ?? false
    }

    /// Chooses a value; one that was excluded is no longer.
    public mutating func add(_ value: FilterValue, of field: String) {
        change(field) { choice in
            guard !choice.values.containsSame(value) else { return }
            choice.forget(value)
            choice.values.append(value)
        }
    }

    /// Forgets a value, whether it was chosen or excluded.
    public mutating func remove(_ value: FilterValue, of field: String) {
        change(field) { $0.forget(value) }
    }

    /// Chooses a value, or forgets it where it was chosen.
    ///
    /// - Returns: Whether it is chosen now.
    @discardableResult
    public mutating func toggle(_ value: FilterValue, of field: String) -> Bool {
        let isChosen = contains(value, of: field)
        if isChosen { remove(value, of: field) } else { add(value, of: field) }
        return !isChosen
    }

    /// Leaves items out that have a value; one that was chosen is no longer.
    ///
    /// - Parameters:
    ///   - value: The value to exclude.
    ///   - field: The wire name of the field.
    ///   - inGroup: Lets items with one of the facet's chosen values through as well: "one of those, or not this". It
    ///     says something of a disjunctive facet alone; of others the exclusion holds beside the values.
    public mutating func exclude(_ value: FilterValue, of field: String, inGroup: Bool = false) {
        change(field) { choice in
            guard !(inGroup ? choice.excludedInGroup : choice.excluded).containsSame(value) else { return }
            choice.forget(value)
            if inGroup { choice.excludedInGroup.append(value) } else { choice.excluded.append(value) }
        }
    }

    /// Chooses one value in the place of all others: what a hierarchical facet does.
    mutating func set(_ value: FilterValue?, of field: String) {
        change(field) { choice in
            if let value { choice.forget(value) }
            choice.values = value.map { [$0] } ?? []
        }
    }

    /// Forgets everything that was chosen.
    public mutating func clear() { choices = [] }

    /// Forgets what was chosen of a facet: values, exclusions, ranges, the whole path.
    public mutating func clear(_ field: String) {
        choices.removeAll { $0.field.isByteEqual(to: field) }
    }

    /// Changes what was chosen of a facet; where nothing is left, the facet goes.
    mutating func change(_ field: String, _ change: (inout FacetChoice) -> Void) {
        if let index = choices.firstIndex(where: { $0.field.isByteEqual(to: field) }) {
            change(&choices[index])
            if choices[index].isEmpty { choices.remove(at: index) }
        } else {
            var choice = FacetChoice(field)
            change(&choice)
            if !choice.isEmpty { choices.append(choice) }
        }
    }
}
