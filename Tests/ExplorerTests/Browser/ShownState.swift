import QuireCore

/// A state of the page, for checks of its layout.
struct ShownState: Sendable {
    var name: String
    var fragment: String
    /// What is true once the fragment is shown.
    var isReady: String
    /// Clicks on controls with these names, one after the other.
    var clicks: [String] = []
    /// What is true after them.
    var isDone = "true"

    /// Every view, with its parts, its menus and dialogs, and its empty and its failed states.
    static let all: [ShownState] = content + items + queries + others

    private static let rows = "quireRow(0)"
    private static let results = "document.querySelector('[role=tabpanel] .results td')"
    private static let dialog = "document.querySelector('dialog[open]')"
    private static let firstItem = "#/content?q=books&item=books/book-001"

    private static let content = [
        ShownState(name: "table", fragment: "#/content?q=books sort title", isReady: rows),
        ShownState(
            name: "metadata columns",
            fragment:
                "#/content?q=books sort @updatedAt desc select title, @createdAt, @updatedAt, @revision",
            isReady: rows),
        ShownState(
            name: "facets",
            fragment: "#/content?q=books where year > 1950 and genre = \"crime\" facets genre",
            isReady: "document.querySelector('.facets label')"),
        ShownState(
            name: "filter", fragment: "#/content?q=books where year > 1950", isReady: rows,
            clicks: ["Filter"],
            isDone: "document.querySelector('.toolbar .test')"),
        ShownState(
            name: "columns", fragment: "#/content?q=books", isReady: rows, clicks: ["Columns"],
            isDone: "document.querySelector('.menu label')"),
        ShownState(
            name: "saved queries", fragment: "#/content?q=books", isReady: rows, clicks: ["Saved"],
            isDone: "document.querySelector('.menu .error')"),
        ShownState(
            name: "no items", fragment: "#/content?q=books where year > 9000",
            isReady: "document.querySelector('.table .empty')"),
        ShownState(
            name: "refused by the engine", fragment: "#/content?q=books where @deletedBy like \"x\"",
            isReady: "document.querySelector('.table .empty, .toolbar .notice')"),
    ]

    private static let items = [
        ShownState(
            name: "item", fragment: firstItem, isReady: "document.querySelector('.related details')",
            clicks: ["← reviews by book 120", "→ author 1"],
            isDone: "document.querySelectorAll('.related li').length === 51"),
        ShownState(
            name: "map", fragment: "#/content?q=authors&item=authors/ogawa",
            isReady: "document.querySelector('.item .map .point')"),
        ShownState(
            name: "missing item", fragment: "#/content?q=books&item=books/nothing",
            isReady: "document.querySelector('.item .notice.bad')"),
        ShownState(
            name: "editing", fragment: firstItem, isReady: "document.querySelector('.related details')",
            clicks: ["Edit"], isDone: "document.querySelector('.item [data-field=size]')"),
        ShownState(
            name: "deleting", fragment: firstItem, isReady: "document.querySelector('.related details')",
            clicks: ["Delete"], isDone: dialog),
        ShownState(
            name: "new item", fragment: "#/content?q=books", isReady: rows, clicks: ["New item of books"],
            isDone: "document.querySelector('dialog [data-field=size]')"),
    ]

    private static let query =
        "#/query?q=books where year between 1950 and 1990 and (genre in (\"crime\", \"poetry\") or not any author (name like \"calvino\" and home near (34, 133, 5000))) and none reviews.book (rating < 3) sort year desc nulls last, title facets genre"

    private static let queries = [
        ShownState(name: "query", fragment: query, isReady: results),
        ShownState(
            name: "Swift", fragment: query, isReady: results, clicks: ["Swift"],
            isDone: "document.querySelector('[role=tabpanel] .code')"),
        ShownState(
            name: "SQL", fragment: query, isReady: results, clicks: ["SQL"],
            isDone: "document.querySelector('[role=tabpanel] .code')"),
        ShownState(
            name: "refusal", fragment: query, isReady: results, clicks: ["Algolia, refused"],
            isDone: "document.querySelector('[role=tabpanel] .notice.warn')"),
        ShownState(
            name: "two engines", fragment: query, isReady: results, clicks: ["Compare engines"],
            isDone: "document.querySelector('.sides .card')"),
        ShownState(
            name: "a mistake in the text", fragment: "#/query?q=books where yaer > 3",
            isReady: "document.querySelector('.query .error')"),
        ShownState(
            name: "no results", fragment: "#/query?q=books where year > 9000",
            isReady: "document.querySelector('[role=tabpanel] .empty')"),
        ShownState(
            name: "saving a query", fragment: "#/query?q=books", isReady: results,
            clicks: ["Save the query"], isDone: dialog),
    ]

    private static let others = [
        ShownState(
            name: "schema", fragment: "#/schema?module=books",
            isReady: "document.querySelector('.diagram .box')"),
        ShownState(
            name: "operations", fragment: "#/operations",
            isReady: "document.querySelectorAll('.card').length > 4"),
        ShownState(
            name: "keyboard shortcuts", fragment: "#/operations", isReady: "document.querySelector('.card')",
            clicks: ["Keyboard shortcuts"], isDone: dialog),
    ]
}
