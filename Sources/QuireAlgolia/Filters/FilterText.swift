import QuireCore
import QuireRemote
import QuireText

/// Groups of conditions in the form of search parameters.
struct FilterText: Sendable {
    private let clauses: FilterClauses
    /// Whether each group is written as comparisons. Otherwise it is written as facet conditions.
    private let comparesNumbers: [Bool]

    /// - Throws: `UnsupportedError` if a group mixes facets and numbers and cannot be expressed with one of the two,
    ///   or if there are too many conditions.
    init(_ clauses: FilterClauses) throws {
        guard clauses.size <= FilterClauses.maximumTests else {
            throw UnsupportedError(
                engine: AlgoliaConnection.engineName, node: "a filter of \(clauses.size) tests",
                hint: "it takes \(FilterClauses.maximumTests); ask in several searches")
        }
        var compares: [Bool] = []
        compares.reserveCapacity(clauses.count)
        for position in 0..<clauses.count {
            var (lacksFacets, lacksComparisons) = (false, false)
            for member in clauses.members(of: position) {
                let test = clauses.tests[clauses.members[member]]
                if test.facet.isEmpty { lacksFacets = true }
                if test.comparisons.isEmpty { lacksComparisons = true }
            }
            if lacksFacets, lacksComparisons {
                throw Self.mixed(clauses.group(position).map { clauses.tests[$0] }, clauses.fields)
            }
            compares.append(lacksFacets)
        }
        self.clauses = clauses
        comparesNumbers = compares
    }

    var isEmpty: Bool { comparesNumbers.isEmpty }

    private static func mixed(_ tests: [FilterTest], _ fields: [String]) -> UnsupportedError {
        func names(_ tests: [FilterTest]) -> String {
            var names: [String] = []
            for test in tests where !names.contains(where: fields[test.field].isByteEqual) {
                names.append(fields[test.field])
            }
            return names.map { "\"\($0)\"" }.joined(separator: ", ")
        }
        let numbers = names(tests.filter(\.facet.isEmpty))
        let facets = names(tests.filter(\.comparisons.isEmpty))
        return UnsupportedError(
            engine: AlgoliaConnection.engineName,
            node: "an OR of an ordering of \(numbers) with a test of \(facets)",
            hint: "in an OR it takes orderings alone or equalities alone; ask in two searches")
    }

    /// The `filters` parameter: `k_v_status:s6c697665 AND (n_v_age<18 OR n_v_age>65)`.
    var expression: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(clauses.bytes.count * 2)
        clauses.bytes.withUnsafeBufferPointer { bytes in
            for position in comparesNumbers.indices {
                if position > 0 { text.append(fixed: " AND ") }
                let members = clauses.members(of: position)
                let isFacets = !comparesNumbers[position]
                var count = 0
                for member in members {
                    count += isFacets ? 1 : clauses.tests[clauses.members[member]].comparisons.count
                }
                if count > 1 { text.append(UInt8(ascii: "(")) }
                var isFirst = true
                for member in members {
                    let test = clauses.tests[clauses.members[member]]
                    if isFacets {
                        if !isFirst { text.append(fixed: " OR ") }
                        isFirst = false
                        if test.isNegated { text.append(fixed: "NOT ") }
                        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[test.facet]))
                        continue
                    }
                    for comparison in test.comparisons {
                        if !isFirst { text.append(fixed: " OR ") }
                        isFirst = false
                        text.append(
                            contentsOf: UnsafeBufferPointer(rebasing: bytes[clauses.comparisons[comparison]]))
                    }
                }
                if count > 1 { text.append(UInt8(ascii: ")")) }
            }
        }
        return text
    }

    /// The `facetFilters` parameter: `[["k_v_status:s6c697665","k_v_status:-s6472616674"]]`.
    var facetFilters: JSONValue? {
        lists(comparingNumbers: false) { test in
            let attribute = clauses.bytes[test.facet.lowerBound..<test.keyStart]
            let key = clauses.bytes[test.keyStart..<test.facet.upperBound]
            return [attribute + (test.isNegated ? [UInt8(ascii: "-")] : []) + key]
        }
    }

    /// The `numericFilters` parameter: `["n_v_age>=18"]`.
    var numericFilters: JSONValue? {
        lists(comparingNumbers: true) { test in
            test.comparisons.map { clauses.bytes[clauses.comparisons[$0]] }
        }
    }

    private func lists(
        comparingNumbers: Bool, _ texts: (FilterTest) -> [ArraySlice<UInt8>]
    ) -> JSONValue? {
        var groups: [JSONValue] = []
        for position in comparesNumbers.indices where comparesNumbers[position] == comparingNumbers {
            let values = clauses.group(position).flatMap { texts(clauses.tests[$0]) }
                .map { JSONValue.string(String(decoding: $0, as: UTF8.self)) }
            groups.append(values.count == 1 ? values[0] : .array(values))
        }
        return groups.isEmpty ? nil : .array(groups)
    }
}
