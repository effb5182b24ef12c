#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// What a plan means, which the copies of the plan share, and the plans of other searches of the same shape.
final class SearchPlanContent: Sendable {
    let layout: ModuleLayout
    let layouts: [String: ModuleLayout]
    let condition: RowCondition
    let driver: ListDriver?
    let ordering: Ordering
    let text: TextPlan?
    let facets: [FacetPlan]
    let relatedColumns: [String]

    init(
        _ request: SearchRequest, _ layout: ModuleLayout, _ analyzer: TextAnalyzer,
        among layouts: [String: ModuleLayout]
    ) throws {
        facets = try FacetPlan.plans(request, layout, analyzer, among: layouts)
        self.layouts = layouts
        relatedColumns = try RelatedColumns.columns(of: request, layout, among: layouts)
        let request = request.refined()
        self.layout = layout
        text = try request.decidedText.map { try TextPlan($0, layout, analyzer) }
        driver = try ListDriver(request, layout)
        condition = try SearchPlan.condition(
            request, driver.map(\.rest) ?? request.filter, layout, looksUpElements: false, among: layouts,
            driver: driver)
        ordering = try Ordering(request, layout, among: layouts)
    }
}
#endif
