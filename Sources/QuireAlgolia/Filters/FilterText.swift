import QuireCore
import QuireText

/// Groups of conditions in the form of search parameters.
struct FilterText: Sendable, Hashable {
    /// A group whose conditions are all of the same kind.
    private enum Group: Sendable, Hashable {
        case facets([FilterTest.Facet])
        case numbers([FilterTest.Comparison])
    }

    private let groups: [Group]

    /// - Throws: `UnsupportedError` if a group mixes facets and numbers and cannot be expressed with one of the two,
    ///   or if there are too many conditions.
    init(_ clauses: FilterClauses) throws {
        let count = clauses.groups.reduce(0) { $0 + $1.count }
        guard count <= FilterClauses.maximumTests else {
            throw UnsupportedError(
                engine: AlgoliaConnection.engineName, node: "a filter of \(count) tests",
                hint: "it takes \(FilterClauses.maximumTests); ask in several searches")
        }
        groups = try clauses.groups.map { tests in
            if tests.allSatisfy({ $0.facet != nil }) { return .facets(tests.compactMap { $0.facet }) }
            guard tests.allSatisfy({ !$0.numbers.isEmpty }) else { throw Self.mixed(tests) }
            return .numbers(tests.count == 1 ? tests[0].numbers : tests.flatMap { $0.numbers })
        }
    }

    var isEmpty: Bool { groups.isEmpty }

    private static func mixed(_ tests: [FilterTest]) -> UnsupportedError {
        func names(_ tests: [FilterTest]) -> String {
            var names: [String] = []
            for test in tests where !names.contains(where: test.field.isByteEqual) {
                names.append(test.field)
            }
            return names.map { "\"\($0)\"" }.joined(separator: ", ")
        }
        let numbers = names(tests.filter { $0.facet == nil })
        let facets = names(tests.filter { $0.numbers.isEmpty })
        return UnsupportedError(
            engine: AlgoliaConnection.engineName,
            node: "an OR of an ordering of \(numbers) with a test of \(facets)",
            hint: "in an OR it takes orderings alone or equalities alone; ask in two searches")
    }

    /// The `filters` parameter: `k_v_status:s6c697665 AND (n_v_age<18 OR n_v_age>65)`.
    var expression: String {
        var text = ""
        text.reserveCapacity(256)
        for group in groups {
            if !text.isEmpty { text += " AND " }
            switch group {
            case .facets(let facets):
                Self.append(facets, to: &text) { facet, text in
                    if facet.isNegated { text += "NOT " }
                    text += facet.attribute
                    text += ":"
                    text += facet.key
                }
            case .numbers(let numbers):
                Self.append(numbers, to: &text) { number, text in Self.append(number, to: &text) }
            }
        }
        return text
    }

    private static func append<Test>(
        _ tests: [Test], to text: inout String, _ appendOne: (Test, inout String) -> Void
    ) {
        if tests.count > 1 { text += "(" }
        var isFirst = true
        for test in tests {
            if !isFirst { text += " OR " }
            isFirst = false
            appendOne(test, &text)
        }
        if tests.count > 1 { text += ")" }
    }

    private static func append(_ number: FilterTest.Comparison, to text: inout String) {
        text += number.attribute
        text += number.sign.rawValue
        text += number.number
    }

    /// The `facetFilters` parameter: `[["k_v_status:s6c697665","k_v_status:-s6472616674"]]`.
    var facetFilters: JSONValue? {
        Self.array(
            groups.compactMap { group -> [String]? in
                guard case .facets(let facets) = group else { return nil }
                return facets.map { "\($0.attribute):\($0.isNegated ? "-" : "")\($0.key)" }
            })
    }

    /// The `numericFilters` parameter: `["n_v_age>=18"]`.
    var numericFilters: JSONValue? {
        Self.array(
            groups.compactMap { group -> [String]? in
                guard case .numbers(let numbers) = group else { return nil }
                return numbers.map { number in
                    var text = ""
                    Self.append(number, to: &text)
                    return text
                }
            })
    }

    private static func array(_ groups: [[String]]) -> JSONValue? {
        guard !groups.isEmpty else { return nil }
        return .array(
            groups.map { tests in
                tests.count == 1 ? .string(tests[0]) : .array(tests.map(JSONValue.string))
            })
    }
}
