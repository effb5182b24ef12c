import QuireCore
import QuireText

/// Groups of conditions in the form of search parameters.
struct FilterText: Sendable {
    /// The texts of a group's conditions: facet conditions, or comparisons.
    private enum Group: Sendable {
        case facets([RecordTest.Facet])
        case comparisons([String])
    }

    private let groups: [Group]

    /// - Throws: `UnsupportedError` if a group mixes facets and numbers and cannot be expressed with one of the two,
    ///   or if there are too many conditions.
    init(_ filter: RecordFilter) throws(UnsupportedError) {
        let groups = try filter.groups()
        let size = groups.reduce(0) { $0 + $1.count }
        guard size <= RecordFilter.maximumTests else {
            throw UnsupportedError(
                node: "a filter of \(size) tests",
                hint: "it takes \(RecordFilter.maximumTests); ask in several searches")
        }
        var written: [Group] = []
        for group in groups {
            let facets = group.compactMap(\.facet)
            if facets.count == group.count {
                written.append(.facets(facets))
            } else if !group.contains(where: \.comparisons.isEmpty) {
                written.append(.comparisons(group.flatMap(\.comparisons).map(\.text)))
            } else {
                throw Self.mixed(group)
            }
        }
        self.groups = written
    }

    var isEmpty: Bool { groups.isEmpty }

    private static func mixed(_ tests: [RecordTest]) -> UnsupportedError {
        func names(_ tests: [RecordTest]) -> String {
            var names: [String] = []
            for test in tests where !names.contains(test.field) {
                names.append(test.field)
            }
            return names.map { "\"\($0)\"" }.joined(separator: ", ")
        }
        let numbers = names(tests.filter { $0.facet == nil })
        let facets = names(tests.filter(\.comparisons.isEmpty))
        return UnsupportedError(
            node: "an OR of an ordering of \(numbers) with a test of \(facets)",
            hint: "in an OR it takes orderings alone or equalities alone; ask in two searches")
    }

    /// The `filters` parameter: `k_v_status:s6c697665 AND (n_v_age<18 OR n_v_age>65)`.
    var expression: String {
        groups.map { group in
            let texts =
                switch group {
                case .facets(let facets):
                    facets.map { "\($0.isNegated ? "NOT " : "")\($0.attribute):\($0.key)" }
                case .comparisons(let texts): texts
                }
            let text = texts.joined(separator: " OR ")
            return texts.count > 1 ? "(\(text))" : text
        }.joined(separator: " AND ")
    }

    /// The `facetFilters` parameter: `[["k_v_status:s6c697665","k_v_status:-s6472616674"]]`.
    var facetFilters: JSONValue? {
        Self.lists(
            groups.compactMap { group in
                guard case .facets(let facets) = group else { return nil }
                return facets.map { "\($0.attribute):\($0.isNegated ? "-" : "")\($0.key)" }
            })
    }

    /// The `numericFilters` parameter: `["n_v_age>=18"]`.
    var numericFilters: JSONValue? {
        Self.lists(
            groups.compactMap { if case .comparisons(let texts) = $0 { texts } else { nil } })
    }

    private static func lists(_ groups: [[String]]) -> JSONValue? {
        let values = groups.map { $0.map(JSONValue.string) }.map { $0.count == 1 ? $0[0] : .array($0) }
        return values.isEmpty ? nil : .array(values)
    }
}
