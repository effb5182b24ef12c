#if canImport(Testing)
public import QuireCore
public import QuireEngine
public import Testing

/// Expects that a query returns the items with these ids.
///
/// ```swift
/// try await expect(Books.query().where(\.age >= 18).sort(by: \.title), returns: ["b2", "b1"])
/// ```
/// If not, an issue shows the difference, the query, and the SQL or the request that the engine runs for it:
///
/// ```text
/// The query does not return the expected items:
///   missing: "b1", expected at position 2
///   unexpected: "b7" at position 1
/// returned: "b7", "b2"
/// expected: "b2", "b1"
/// query: books where age >= 18, sorted by title
/// memory runs:
///   …
/// ```
/// - Parameters:
///   - query: The query. Its page is fetched, and no other.
///   - ids: The ids of the items, in the order of the query.
///   - inAnyOrder: Whether the order of the items does not matter.
///   - content: The client. By default, that of the test: `ContentClient.current`.
///   - sourceLocation: The place of the issue.
/// - Returns: The page.
/// - Throws: The errors of the query. An unexpected result does not throw.
@discardableResult
public func expect<Module: ContentModule>(
    _ query: Query<Module>, returns ids: [ContentID<Module>], inAnyOrder: Bool = false,
    from content: ContentClient? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Page<Content<Module>> {
    let content = try content ?? .current
    let page = try await content.fetch(query)
    Expectation(query.request, content, page: page, inAnyOrder: inAnyOrder, sourceLocation: sourceLocation)
        .check(page.map(\.id.rawValue), ids.map(\.rawValue))
    return page
}

/// Expects that the items that a query returns have these values.
///
/// ```swift
/// try await expect(Books.query().where(\.age >= 18).sort(by: \.title), \.title, returns: ["Dune", "Emma"])
/// ```
/// If not, an issue shows the difference, the query, and the SQL or the request that the engine runs for it.
/// - Parameters:
///   - query: The query. Its page is fetched, and no other.
///   - value: The value of an item to compare.
///   - values: The values of the items, in the order of the query.
///   - inAnyOrder: Whether the order of the items does not matter.
///   - content: The client. By default, that of the test: `ContentClient.current`.
///   - isolation: The isolation of the caller, in which `value` runs.
///   - sourceLocation: The place of the issue.
/// - Returns: The page.
/// - Throws: The errors of the query, and of `value`. An unexpected result does not throw.
@discardableResult
public func expect<Module: ContentModule, Value: Hashable>(
    _ query: Query<Module>, _ value: (Content<Module>) throws -> Value, returns values: [Value],
    inAnyOrder: Bool = false, from content: ContentClient? = nil,
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Page<Content<Module>> {
    let content = try content ?? .current
    let page = try await content.fetch(query)
    Expectation(query.request, content, page: page, inAnyOrder: inAnyOrder, sourceLocation: sourceLocation)
        .check(try page.map(value), values)
    return page
}

/// Expects that a selection returns these rows.
///
/// ```swift
/// let titles = Books.query().sort(by: \.title).select(\.title)
/// try await expect(titles, returns: ["Dune", "Emma"])
/// ```
/// If not, an issue shows the difference, the query, and the SQL or the request that the engine runs for it.
/// - Parameters:
///   - selection: The selection. Its page is fetched, and no other.
///   - rows: The rows, in the order of the query.
///   - inAnyOrder: Whether the order of the rows does not matter.
///   - content: The client. By default, that of the test: `ContentClient.current`.
///   - sourceLocation: The place of the issue.
/// - Returns: The page.
/// - Throws: The errors of the query. An unexpected result does not throw.
@discardableResult
public func expect<Module, Row: Hashable>(
    _ selection: Selection<Module, Row>, returns rows: [Row], inAnyOrder: Bool = false,
    from content: ContentClient? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Page<Row> {
    let content = try content ?? .current
    let page = try await content.fetch(selection)
    Expectation(
        selection.request, content, page: page, inAnyOrder: inAnyOrder, sourceLocation: sourceLocation
    ).check(page.items, rows)
    return page
}
#endif
