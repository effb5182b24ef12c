import Foundation
import QuireCore
import QuireEngine
import QuireExplorer
import QuireServer
import QuireStore

/// A small shop in memory with a running explorer, and a browser that shows it.
final class ExploredShop: Sendable {
    let store: Store
    let modules: [ModuleDescriptor]
    let server: ExplorerServer
    /// The folder of the schema and the saved queries.
    let folder: URL

    /// Starts the explorer, opens it in a page, and stops everything after the body.
    ///
    /// - Parameters:
    ///   - lines: More items by module, in HALO's form.
    ///   - schema: The schema, with the modules of the usual one.
    ///   - besides: More engines, given the store's modules.
    static func open(
        mayWrite: Bool = false, lines: [String: [JSONValue]] = [:], schema: String = schema,
        isDark: Bool = false, width: Int = 1_280, height: Int = 800, at fragment: String = "",
        besides: ([ModuleDescriptor], Store) async throws -> [ExploredEngine] = { _, _ in [] },
        _ body: (BrowserPage, ExploredShop) async throws -> Void
    ) async throws {
        await pages.enter()
        defer { pages.leave() }
        let shop = try await ExploredShop(mayWrite: mayWrite, lines: lines, schema: schema, besides: besides)
        do {
            try await BrowserPage.with(width: width, height: height, isDark: isDark) { page in
                try await page.open(shop.server.url + fragment)
                try await body(page, shop)
                let problems = page.record.problems
                if !problems.isEmpty {
                    throw BrowserFailure("The page has problems: \(problems.joined(separator: "\n"))")
                }
            }
        } catch {
            await shop.stop()
            throw error
        }
        await shop.stop()
    }

    /// A browser only draws the page in front, and several would only make each other slow.
    private static let pages = PageLimit(1)

    private init(
        mayWrite: Bool, lines: [String: [JSONValue]], schema: String,
        besides: ([ModuleDescriptor], Store) async throws -> [ExploredEngine]
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quire-explored-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("shop.json")
        try Data(schema.utf8).write(to: file)
        modules = try modulesOfSchema(at: file.path)
        store = try await Store(.memory, modules: modules)
        for (module, items) in Self.items.merging(lines, uniquingKeysWith: { $0 + $1 }) {
            var options = LoadOptions()
            options.isStrict = true
            let data = Data(items.map { $0.data }.joined(separator: [UInt8(ascii: "\n")]))
            _ = try await store.load(module, from: .data(data), options: options)
        }
        var options = ExplorerOptions(title: "shop")
        options.mayWrite = mayWrite
        // Tests of the page without building it.
        options.pageFolder = ProcessInfo.processInfo.environment["QUIRE_EXPLORER_PAGE"]
        options.queriesFile = folder.appendingPathComponent("queries.json").path
        let engines = [ExploredEngine(.store, label: "Store shop", engine: store)]
        let others = try await besides(modules, store)
        let explorer = try Explorer(schema: .paths([file.path]), engines: engines + others, options: options)
        server = try ExplorerServer(explorer, port: 0)
        try server.start()
        following = Task { await explorer.follow() }
    }

    private let following: Task<Void, Never>

    private func stop() async {
        following.cancel()
        await server.stop()
        await store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The stored values of an item.
    func values(of id: String, in module: String = "books") async throws -> JSONValue {
        guard let descriptor = modules.first(where: { $0.name == module }) else { return .null }
        var request = SearchRequest(module: descriptor)
        request.ids = [id]
        let page = try JSONValue(parsing: try await store.searchData(request))
        return page["items"]?.elements.first?["values"] ?? .null
    }

    /// Replaces the schema on disk.
    func changeSchema(_ change: (String) -> String) throws {
        try Data(change(Self.schema).utf8).write(to: folder.appendingPathComponent("shop.json"))
    }

    // MARK: Content

    static let schema = """
        {
          "quire": 1,
          "locales": ["en", { "name": "fr", "fallbacks": ["en"] }],
          "modules": [
            { "name": "books", "item": "Book", "description": "Everything on the shelves.", "fields": [
              { "name": "title", "type": "text", "required": true, "sortable": true, "searchable": 10, "minLength": 2 },
              { "name": "year", "type": "integer", "sortable": true },
              { "name": "genre", "type": "choice", "values": ["crime", "poetry", "travel"], "facet": "disjunctive" },
              { "name": "author", "type": "relation", "module": "authors" },
              { "name": "published", "type": "date", "format": "dateOnly", "sortable": true },
              { "name": "soldAt", "type": "dateTime" },
              { "name": "price", "type": "number", "sortable": true },
              { "name": "inPrint", "type": "boolean" },
              { "name": "stock", "type": "integer" },
              { "name": "titles", "type": "localizedText" },
              { "name": "cover", "type": "image" },
              { "name": "details", "type": "json" },
              { "name": "blurb", "type": "html" },
              { "name": "size", "type": "object", "fields": [
                { "name": "height", "type": "integer" }, { "name": "unit", "type": "text", "required": true }
              ] },
              { "name": "keywords", "type": "list", "of": { "type": "text" } }
            ] },
            { "name": "authors", "item": "Author", "fields": [
              { "name": "name", "type": "text", "required": true, "sortable": true, "searchable": true },
              { "name": "home", "type": "geopoint" },
              { "name": "ink", "type": "color" }
            ] },
            { "name": "reviews", "item": "Review", "fields": [
              { "name": "book", "type": "relation", "module": "books", "required": true },
              { "name": "rating", "type": "integer", "sortable": true },
              { "name": "text", "type": "longText", "searchable": true }
            ] }
          ]
        }
        """

    /// 250 books of two authors, and 120 reviews of the first book.
    private static let items: [String: [JSONValue]] = [
        "authors": authors, "books": (1...250).map(book), "reviews": (1...120).map(review),
    ]

    private static let authors: [JSONValue] = [
        item(
            "ogawa",
            ["name": "Yōko Ogawa", "home": ["latitude": 34.66, "longitude": 133.93], "ink": "#7A3E2B"]),
        item("calvino", ["name": "Italo Calvino"]),
    ]

    private static func book(_ number: Int) -> JSONValue {
        let year = 1_900 + number % 100
        let genres: [JSONValue] = ["crime", "poetry", "travel"]
        let title = number == 7 ? "The Memory Police" : "Book \(padded(number))"
        var values: [JSONValue.Member] = [
            .init("title", .string(title)), .init("year", .integer(Int64(year))),
            .init("genre", genres[number % 3]),
            .init("price", .number(Double(number) / 4)),
            .init("author", number % 2 == 0 ? "ogawa" : "calvino"),
            .init("inPrint", .boolean(number % 2 == 0)), .init("published", .string("\(year)-02-03")),
            .init("soldAt", 1_700_000_000_000),
        ]
        if number == 1 {
            values.append(.init("stock", 9_007_199_254_740_993))
            values.append(.init("titles", ["en": "Book one", "fr": "Livre un"]))
            values.append(.init("details", ["pages": 320]))
            values.append(.init("size", ["height": 210, "unit": "mm"]))
            values.append(.init("keywords", ["sea", "memory"]))
            values.append(.init("cover", "https://images.example/one.png"))
            values.append(.init("blurb", "<p>A <em>first</em> book.</p>"))
        }
        return item("book-\(padded(number))", .object(values))
    }

    private static func review(_ number: Int) -> JSONValue {
        let rating = Int64(number % 5 + 1)
        return item(
            "review-\(padded(number))", ["book": "book-001", "rating": .integer(rating), "text": "Fine."])
    }

    static func item(_ id: String, _ values: JSONValue) -> JSONValue {
        ["id": .string(id), "values": values]
    }

    static func padded(_ number: Int) -> String { String(String(1_000 + number).dropFirst()) }
}
