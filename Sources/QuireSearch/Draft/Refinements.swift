import QuireCore
import QuireText

/// The values and ranges that were chosen from facets, in the order of choice.
///
/// A draft's own methods (`toggle`, `refine`, `exclude` …) are the typed API. These methods are for tools that know
/// fields only by name. Values are compared by their bytes. None occurs twice, and a facet without choices is removed.
///
/// ```swift
/// draft.refinements.toggle(.string("eng"), of: "language")
/// draft.refinements["language"]?.values           // [.string("eng")]
/// ```
public struct Refinements: Sendable, Hashable {
    /// The choices, in the order in which their facets were first used.
    public private(set) var choices: [FacetChoice] = []

    public init() {}

    /// Whether nothing is chosen.
    public var isEmpty: Bool { choices.isEmpty }

    /// The choices from a facet, or `nil` if there are none.
    public subscript(field: String) -> FacetChoice? { choices.first { $0.field == field } }

    /// The chosen values of a facet, in the order of choice.
    public func values(of field: String) -> [FilterValue] { self[field]?.values ?? [] }

    /// Whether a value of a facet is chosen.
    public func contains(_ value: FilterValue, of field: String) -> Bool {
        self[field]?.values.containsSame(value) ?? false
    }

    /// Chooses a value. If it was excluded, the exclusion is removed.
    public mutating func add(_ value: FilterValue, of field: String) {
        change(field) { choice in
            guard !choice.values.containsSame(value) else { return }
            choice.forget(value)
            choice.values.append(value)
        }
    }

    /// Removes a chosen or excluded value.
    public mutating func remove(_ value: FilterValue, of field: String) {
        change(field) { $0.forget(value) }
    }

    /// Chooses a value, or removes it if it is chosen.
    ///
    /// - Returns: Whether the value is now chosen.
    @discardableResult
    public mutating func toggle(_ value: FilterValue, of field: String) -> Bool {
        let isChosen = contains(value, of: field)
        if isChosen { remove(value, of: field) } else { add(value, of: field) }
        return !isChosen
    }

    /// Excludes items that have a value. If it was chosen, the choice is removed.
    ///
    /// - Parameters:
    ///   - value: The value to exclude.
    ///   - field: The wire name of the field.
    ///   - inGroup: Makes the exclusion an alternative to the facet's chosen values: "one of those, or not this". It
    ///     only applies to disjunctive facets. For others, the exclusion applies in addition to the values.
    public mutating func exclude(_ value: FilterValue, of field: String, inGroup: Bool = false) {
        change(field) { choice in
            guard !(inGroup ? choice.excludedInGroup : choice.excluded).containsSame(value) else { return }
            choice.forget(value)
            if inGroup { choice.excludedInGroup.append(value) } else { choice.excluded.append(value) }
        }
    }

    /// Replaces all values by one, for hierarchical facets.
    mutating func set(_ value: FilterValue?, of field: String) {
        change(field) { choice in
            if let value { choice.forget(value) }
            choice.values = value.map { [$0] } ?? []
        }
    }

    /// Removes all choices.
    public mutating func clear() { choices = [] }

    /// Removes all choices from a facet: values, exclusions, ranges, the whole path.
    public mutating func clear(_ field: String) {
        choices.removeAll { $0.field == field }
    }

    /// Changes the choices from a facet. If none are left, the facet is removed.
    mutating func change(_ field: String, _ change: (inout FacetChoice) -> Void) {
        if let index = choices.firstIndex(where: { $0.field == field }) {
            change(&choices[index])
            if choices[index].isEmpty { choices.remove(at: index) }
        } else {
            var choice = FacetChoice(field)
            change(&choice)
            if !choice.isEmpty { choices.append(choice) }
        }
    }
}

extension Refinements {
    /// The chosen path of a hierarchical facet.
    func path(of field: String) -> FacetPath? {
        guard case .string(let text)? = values(of: field).first else { return nil }
        return FacetPath(text)
    }

    /// Chooses a path. If it is already chosen, goes one level up.
    ///
    /// - Returns: Whether the path is now chosen.
    mutating func togglePath(_ path: FacetPath, of field: String) -> Bool {
        let isChosen = self.path(of: field)?.text.isByteEqual(to: path.text) ?? false
        choosePath(isChosen ? path.parent : path.text, of: field)
        return !isChosen
    }

    /// Goes up to the level above a path, if the chosen path is at or below it.
    mutating func removePath(_ path: FacetPath, of field: String) {
        guard let chosen = self.path(of: field), chosen.isUnder(path.text) else { return }
        choosePath(path.parent, of: field)
    }

    private mutating func choosePath(_ path: String?, of field: String) {
        set(path.map(FilterValue.string), of: field)
    }
}

extension Refinements {
    /// Replaces all choices of the facet by a condition. An empty group removes them.
    public mutating func setCondition(_ condition: Filter, of field: String) {
        change(field) { $0.conditions = condition.tests.isEmpty ? [] : [condition] }
    }

    /// Replaces the tests with the same operations, and keeps the others: one bound of a range changes, the other
    /// stays.
    public mutating func updateCondition(_ condition: Filter, of field: String) {
        let tests = condition.tests
        guard !tests.isEmpty else { return }
        let operations = Set(
            tests.compactMap { test in if case .leaf(let leaf) = test { leaf.operation } else { nil } })
        change(field) { choice in
            let otherTests = choice.conditions.flatMap(\.tests).filter { test in
                if case .leaf(let leaf) = test {
                    !operations.contains(leaf.operation)
                } else {
                    !tests.contains(test)
                }
            }
            choice.conditions = [.all(otherTests + tests)]
        }
    }

    /// Adds a condition to those of the facet, or removes it if it exists, for example for a check box.
    ///
    /// - Returns: Whether the condition is now set.
    @discardableResult
    public mutating func toggleCondition(_ condition: Filter, of field: String) -> Bool {
        guard !condition.tests.isEmpty else { return false }
        let holds = containsCondition(condition, of: field)
        change(field) { choice in
            if holds {
                choice.conditions.removeAll { $0 == condition }
            } else {
                choice.conditions.append(condition)
            }
        }
        return !holds
    }

    /// Whether the facet has exactly this condition.
    public func containsCondition(_ condition: Filter, of field: String) -> Bool {
        self[field]?.conditions.contains(condition) ?? false
    }
}

extension Filter {
    /// The operands of an `and`, or the filter alone.
    fileprivate var tests: [Filter] {
        if case .and(let operands) = self { operands.flatMap(\.tests) } else { [self] }
    }

    /// Combines filters with `and`. A single filter is returned unchanged.
    static func all(_ filters: [Filter]) -> Filter { filters.count == 1 ? filters[0] : .and(filters) }

    /// Combines filters with `or`. A single filter is returned unchanged.
    static func any(_ filters: [Filter]) -> Filter { filters.count == 1 ? filters[0] : .or(filters) }
}
