#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// What a plan means, which the copies of the plan share, and the plans of other searches of the same shape.
final class SearchPlanContent: Sendable {
    let layout: ModuleLayout
    let layouts: [String: ModuleLayout]
    let condition: RowCondition
    /// The same condition for rows in the order of an index: the elements and related items of each row are looked up.
    let lookingUp: Predicate
    let driver: ListDriver?
    let ordering: Ordering
    let text: TextPlan?
    let facets: [FacetPlan]
    let relatedColumns: [String]

    init(
        _ request: SearchRequest, _ layout: ModuleLayout, analyzer: TextAnalyzer,
        among layouts: [String: ModuleLayout]
    ) throws {
        facets = try FacetPlan.plans(request, layout, analyzer: analyzer, among: layouts)
        self.layouts = layouts
        relatedColumns = try RelatedColumns.columns(of: request, layout, among: layouts)
        let request = request.refined()
        self.layout = layout
        text = try request.decidedText.map { try TextPlan($0, layout, analyzer: analyzer) }
        driver = try ListDriver(request, layout)
        condition = try SearchPlan.condition(
            request, driver.map(\.rest) ?? request.filter, layout: layout, looksUpElements: false,
            among: layouts,
            driver: driver)
        lookingUp =
            condition.hasLookUps
            ? try SearchPlan.condition(
                request, request.filter, layout: layout, looksUpElements: true, among: layouts
            ).predicate : condition.predicate
        ordering = try Ordering(request, layout, among: layouts)
    }
}

/// What a request requires of a row, as SQL.
struct RowCondition {
    var predicate: Predicate
    /// Whether the predicate uses the text table.
    var usesTextTable = false
    /// Whether the predicate differs if it looks up the elements and related items of each row.
    var hasLookUps = false
    /// The conditions across relations that every matching item meets.
    var requiredRelated: [FilterCompiler.RelatedCondition] = []
    /// How the leaves of the filters were compiled, by their numbers; the ids are the last one.
    var plans: [Int: LeafPlan] = [:]
}

/// How the test of a leaf was compiled, so that the values of another leaf with the same operation and field can take
/// the same places.
struct LeafPlan: Sendable {
    /// The operation without its negation.
    let operation: FilterOperation
    let comparison: Comparison
    let storage: Storage
    let hasPlace: Bool
    let form: LeafForm
    /// The number of values.
    let count: Int

    /// Appends the values of another leaf.
    ///
    /// - Returns: `false` if its test has another form, or is not valid.
    func append(_ leaf: Filter.Leaf, to values: inout [SQLValue]) -> Bool {
        guard let test = try? EvaluatedTest(leaf, operation, of: comparison, module: "") else { return false }
        return append(test, to: &values)
    }

    func append(_ test: EvaluatedTest, to values: inout [SQLValue]) -> Bool {
        let test = LeafTest(test, storage, hasPlace: hasPlace)
        guard test.form == form else { return false }
        values += test.values
        return true
    }
}
#endif
