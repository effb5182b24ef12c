import QuireCore
import QuireText

/// Counts the values of one facet in plain Swift. This is the reference for all engines.
package struct FacetCounter: Sendable {
    private let field: FieldDescriptor
    /// Texts by their bytes, numbers by their numeric value.
    private var counts: [ValueKey: Int] = [:]
    private var statistics: FacetStatistics?

    package init(of field: FieldDescriptor) { self.field = field }

    private var isHierarchical: Bool { field.facet == .hierarchical }

    /// Adds an instance of the result.
    package mutating func add(_ instance: JSONValue) {
        add(EvaluatedValue.values(of: field, in: instance.member("values")))
    }

    /// Adds the values that one item has in the field.
    package mutating func add(_ values: [EvaluatedValue]) {
        for key in keys(of: values) {
            counts[key, default: 0] += 1
            addToStatistics(key)
        }
    }

    /// Adds a number of items that have this single text in the field.
    package mutating func add(_ text: String, _ count: Int) {
        for key in keys(of: [.text(text)]) { counts[key, default: 0] += count }
    }

    /// The distinct values of an item. For a hierarchical facet, also the paths above them.
    private func keys(of values: [EvaluatedValue]) -> Set<ValueKey> {
        guard isHierarchical else { return Set(values.compactMap(ValueKey.init)) }
        let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        return Set(FacetPath.all(of: texts).map { ValueKey.text(ExactText($0)) })
    }

    /// The facet for a response.
    package func result(_ request: FacetRequest, _ valueFilter: FacetValueFilter) -> FacetResult {
        let all = counts.map { FacetCount($0.key.filterValue(of: field.kind), $0.value) }
        let matchingCounts = valueFilter.shown(all)
        return FacetResult(
            field: field.name, counts: Array(matchingCounts.prefix(request.maximumValues)),
            statistics: statistics, isExhaustive: matchingCounts.count <= request.maximumValues)
    }

    private mutating func addToStatistics(_ value: ValueKey) {
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .number(let double): number = double
        default: return
        }
        var new =
            statistics ?? FacetStatistics(count: 0, minimum: number, maximum: number, sum: 0)
        new.count += 1
        new.minimum = min(new.minimum, number)
        new.maximum = max(new.maximum, number)
        new.sum += number
        statistics = new
    }
}

extension FacetCount {
    /// Sorts by descending count. Ties are ordered by their bytes or as numbers, and false before true.
    package static func ordered(_ counts: [FacetCount]) -> [FacetCount] {
        counts.sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            return left.value.precedes(right.value)
        }
    }
}

extension FilterValue {
    /// Whether the value sorts before another value of the same field.
    package func precedes(_ other: FilterValue) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.date(let left), .date(let right)): left < right
        case (.boolean(let left), .boolean(let right)): !left && right
        default: false
        }
    }
}

/// Selects which of the counted values of a facet are returned.
package struct FacetValueFilter: Sendable {
    private let words: AnalyzedText?
    private let analyzer: TextAnalyzer
    private let openPaths: Set<ExactText>?
    private let isHierarchical: Bool

    package init(_ request: FacetRequest, _ field: FieldDescriptor, analyzer: TextAnalyzer) {
        words = request.matching.flatMap { AnalyzedText(.all($0), analyzer) }
        self.analyzer = analyzer
        isHierarchical = field.facet == .hierarchical
        openPaths = request.openPaths.map { paths in Set(paths.map(ExactText.init)) }
    }

    /// Whether no value is filtered out, so that an engine's own limit is correct.
    package var passesAll: Bool { words == nil && openPaths == nil }

    package func passes(_ value: FilterValue) -> Bool {
        guard case .string(let text) = value, !passesAll else { return passesAll }
        let path = isHierarchical ? FacetPath(text) : nil
        if let openPaths, let parent = path?.parent, !openPaths.contains(ExactText(parent)) { return false }
        return words?.matches([analyzer.words(in: path?.name ?? text)]) ?? true
    }

    /// The returned values, in their order.
    package func shown(_ counts: [FacetCount]) -> [FacetCount] {
        FacetCount.ordered(passesAll ? counts : counts.filter { passes($0.value) })
    }
}

extension ModuleDescriptor {
    /// Returns the facet with a wire name. `node` is the part of the request that names it.
    package func facet(
        _ name: String, _ node: @autoclosure () -> String? = nil
    ) throws(QueryError) -> FieldDescriptor {
        guard let field = fields[path: name] else {
            throw noFacet(.unknownProperty, name: name, node: node())
        }
        guard field.facet != nil, ![.nothing, .place].contains(field.kind.comparison) else {
            throw noFacet(.incompatibleOperation, name: name, node: node())
        }
        return field
    }

    private func noFacet(_ reason: QueryError.Reason, name: String, node: String?) -> QueryError {
        let facets = fields.queryable.filter { $0.facet != nil }.map(\.name)
        let all = facets.isEmpty ? "; the module has none" : ": \(facets.joined(separator: ", "))"
        return QueryError(
            reason, module: self.name, node: node ?? "facet \"\(name)\"",
            expected: "a field that the schema marks as a facet\(all)")
    }
}
