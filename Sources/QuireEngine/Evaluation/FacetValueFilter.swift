import QuireCore
import QuireText

/// Selects which of the counted values of a facet are returned.
package struct FacetValueFilter: Sendable {
    private let words: AnalyzedText?
    private let analyzer: TextAnalyzer
    private let openPaths: Set<[UInt8]>?
    private let isHierarchical: Bool

    package init(_ request: FacetRequest, _ field: FieldDescriptor, _ analyzer: TextAnalyzer) {
        words = request.matching.flatMap { AnalyzedText(.all($0), analyzer) }
        self.analyzer = analyzer
        isHierarchical = field.facet == .hierarchical
        openPaths = request.openPaths.map { paths in Set(paths.map { Array($0.utf8) }) }
    }

    /// Whether no value is filtered out, so that an engine's own limit is correct.
    package var passesAll: Bool { words == nil && openPaths == nil }

    package func passes(_ value: FilterValue) -> Bool {
        guard case .string(let text) = value, !passesAll else { return passesAll }
        let path = isHierarchical ? FacetPath(text) : nil
        if let openPaths, let parent = path?.parent, !openPaths.contains(Array(parent.utf8)) { return false }
        return words?.matches([analyzer.words(in: path?.name ?? text)]) ?? true
    }

    /// The returned values, in their order.
    package func shown(_ counts: [FacetCount]) -> [FacetCount] {
        FacetCount.ordered(passesAll ? counts : counts.filter { passes($0.value) })
    }
}
