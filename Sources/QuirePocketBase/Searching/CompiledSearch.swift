import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// A search that has been checked and compiled, before any request is sent.
final class CompiledSearch: Sendable {
    /// The largest page that PocketBase returns. It would silently cut a larger one.
    static let maximumPage = 1_000
    /// The largest number of relations in a row that a filter may follow.
    static let maximumRelations = 6

    let search: IndexedSearch
    let layout: CollectionLayout
    /// Which part of the results is requested.
    let window: SearchWindow<KeysetPlace>
    let order: SortPlan
    /// The conditions without those of a cursor.
    private let condition: Condition
    /// The filter of the first request; `nil` if every record meets it.
    let filter: String?
    let columns: String
    let shape: LocalizedShape?
    private let usesCursors: Bool
    /// The number of records after the cursor, counted when its first page was read. `nil` if unknown.
    let left: Int?

    var request: SearchRequest { search.request }

    /// - Parameter request: A request that has been checked against the engine's capabilities.
    /// - Throws: `UnsupportedError`, `QueryError`.
    init(_ request: SearchRequest, in layouts: CollectionLayouts, settings: PocketBaseSettings) throws {
        let layout = layouts[request.module]
        self.layout = layout
        search = try IndexedSearch(request, of: layout.module, analyzer: TextAnalyzer())
        let search = search
        try search.refuseIncludes(by: PocketBaseConnection.engineName)
        (order, condition) = try search.compiling {
            let order = try SortPlan(search, layout)
            let compiler = FilterCompiler(layout: layout, search: search, layouts: layouts)
            return (order, try compiler.condition().printable)
        }
        shape = LocalizedShape(request, locales: settings.locales)
        (window, left) = try Self.window(request, order)
        if case .cursor = request.page { usesCursors = true } else { usesCursors = false }
        let isPaged = if case .slice = window { usesCursors } else { true }
        if isPaged || search.fields != nil {
            var columns = layout.columns(for: search.fields)
            if isPaged {
                for column in order.columns where !columns.contains(column) { columns.append(column) }
            }
            self.columns = columns.joined(separator: ",")
        } else {
            columns = layout.allColumns
        }
        let place: KeysetPlace? = if case .after(let place, _, _) = window { place } else { nil }
        filter = try Self.filter(condition, after: place, in: order, module: request.module.name)
    }

    /// Whether no record can match, so that nothing is sent.
    var findsNothing: Bool { if case .nothing = condition { true } else { false } }

    /// Whether the response may be continued with a cursor.
    var needsPlace: Bool {
        switch window {
        case .slice: usesCursors
        case .after, .everything: true
        }
    }

    /// The filter of the records after a place.
    ///
    /// - Throws: `UnsupportedError` if PocketBase has no filter for them.
    func filter(after place: KeysetPlace) throws(UnsupportedError) -> String? {
        try Self.filter(condition, after: place, in: order, module: request.module.name)
    }

    private static func filter(
        _ condition: Condition, after place: KeysetPlace?, in order: SortPlan, module: String
    ) throws(UnsupportedError) -> String? {
        guard let place else { return try condition.text(module: module) }
        guard let after = place.condition(in: order) else {
            throw UnsupportedError(
                node: "a cursor after this item",
                hint: "PocketBase cannot compare with its sort keys; use numbered pages")
        }
        return try Condition.all([condition, after]).text(module: module)
    }

    private static func window(
        _ request: SearchRequest, _ order: SortPlan
    ) throws -> (SearchWindow<KeysetPlace>, left: Int?) {
        var left: Int?
        let window = try SearchWindow<KeysetPlace>(request, engine: PocketBaseConnection.engineName) {
            token, limit in
            guard let offset = ClusterCursor.count(token.member("offset")) else { return nil }
            guard let after = token.member("after") else { return .slice(offset: offset, limit: limit) }
            guard let place = KeysetPlace(after, in: order), place.condition(in: order) != nil else {
                return nil
            }
            left = ClusterCursor.count(token.member("left"))
            return .after(place, offset: offset, limit: limit)
        }
        return (window, left)
    }

    /// The cursor of the next page.
    ///
    /// If PocketBase cannot compare with the last record's keys, such as long texts, the cursor counts items.
    ///
    /// - Parameter left: The number of records after it. `nil` if it is unknown.
    func cursor(after last: JSONValue?, offset: Int, left: Int?) -> Cursor {
        var place: [JSONValue.Member] = [.init("offset", .count(offset))]
        if let left { place.append(.init("left", .count(left))) }
        if let keys = last.flatMap({ KeysetPlace(of: $0, in: order) }), (try? filter(after: keys)) != nil {
            place.append(.init("after", keys.json))
        }
        return ClusterCursor.cursor(
            of: request, engine: PocketBaseConnection.engineName, place: .object(place))
    }
}
