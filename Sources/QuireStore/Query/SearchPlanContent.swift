#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// What a plan means, which the copies of the plan share.
final class SearchPlanContent: Sendable {
    let request: SearchRequest
    let layout: ModuleLayout
    let layouts: [ExactName: ModuleLayout]
    let condition: RowCondition
    let driver: ListDriver?
    let ordering: Ordering
    let window: SearchPlan.Window
    let text: TextPlan?
    let facets: [FacetPlan]
    let relatedColumns: [String]

    init(
        _ request: SearchRequest, _ layout: ModuleLayout, _ analyzer: TextAnalyzer,
        among layouts: [ExactName: ModuleLayout]
    ) throws {
        facets = try FacetPlan.plans(request, layout, analyzer, among: layouts)
        self.layouts = layouts
        relatedColumns = try RelatedColumns.columns(of: request, layout, among: layouts)
        let request = request.refined()
        self.request = request
        self.layout = layout
        text = try request.text.map { try TextPlan($0, layout, analyzer) }
        driver = try ListDriver(request, layout)
        condition = try SearchPlan.condition(
            request, driver.map(\.rest) ?? request.filter, layout, looksUpElements: false, among: layouts)
        ordering = try Ordering(request, layout, among: layouts)
        switch request.page {
        case .standard: window = .slice(offset: 0, limit: SearchPlan.standardPageSize)
        case .page(let page, let size): window = .slice(offset: (page - 1) * size, limit: size)
        case .offset(let offset, let limit): window = .slice(offset: offset, limit: limit)
        case .cursor(nil, let limit): window = .slice(offset: 0, limit: limit)
        case .cursor(let cursor?, let limit):
            let (keyset, offset) = try CursorToken.place(cursor, request)
            window = .after(keyset, offset: offset, limit: limit)
        case .all: window = .everything
        }
    }
}
#endif
