import QuireCore
import QuireText
import QuireToolbox

extension ContentClient {
    /// Fetches the item with an id.
    ///
    /// ```swift
    /// let book = try await content.item(id)
    /// let emma = try await content.item("57ea6aa4", in: Books.query().include(\.author))
    /// // "instanceIds":["57ea6aa4"]
    /// ```
    /// - Parameters:
    ///   - id: The item's id.
    ///   - query: The query in which to look: its language, its relations to include, its conditions. Its page and its
    ///     order have no effect.
    /// - Throws: ``ItemNotFoundError`` if the query finds no item with this id; otherwise the errors of `fetch`.
    public func item<Module>(
        _ id: ContentID<Module>, in query: Query<Module> = Module.query()
    ) async throws -> Content<Module> {
        if let item = try await item(ifExists: id, in: query) { return item }
        throw ItemNotFoundError(
            engine: engine.capabilities.name, module: Module.descriptor.name, id: id.rawValue)
    }

    /// Fetches the item with an id, or `nil` if there is none.
    ///
    /// ```swift
    /// if let book = try await content.item(ifExists: id) { print(book.title) }
    /// ```
    /// - Throws: The errors of `fetch`.
    public func item<Module>(
        ifExists id: ContentID<Module>, in query: Query<Module> = Module.query()
    ) async throws -> Content<Module>? {
        try await items([id], in: query).first
    }

    /// Fetches the items with some ids, in the order of the ids.
    ///
    /// ```swift
    /// let books = try await content.items(["57ea6aa4", "57ea6aa5"], in: Books.query())
    /// ```
    /// An id that the query does not find is left out. An id that occurs twice is returned twice. One search requests up
    /// to a hundred ids.
    /// - Throws: The errors of `fetch`.
    public func items<Module>(
        _ ids: [ContentID<Module>], in query: Query<Module> = Module.query()
    ) async throws -> [Content<Module>] {
        var items = ItemsByID<Content<Module>>(query.byID.request) { $0.id.rawValue }
        let chosen = query.request.ids.map { Set($0.map(ExactText.init)) }
        for id in ids where chosen?.contains(ExactText(id.rawValue)) != false { items.ask(for: id.rawValue) }
        try await items.fetch(upTo: engine.capabilities.maximumPageSize) { requests in
            try await self.responses(to: requests, of: Module.self)
        }
        return ids.compactMap { items[$0.rawValue] }
    }

    /// Returns whether the query matches any item.
    ///
    /// ```swift
    /// let isTaken = try await content.exists(Books.query().where(\.title == "Emma"))
    /// ```
    /// The engine searches for one item and does not count.
    /// - Throws: The errors of `fetch`.
    public func exists<Module>(_ query: Query<Module>) async throws -> Bool {
        var request = recorded(query.request)
        request.page = .page(1, size: 1)
        request.limit = nil
        request.fields = []
        request.include = []
        request.removeSort()
        request.facets = []
        request.countsTotal = false
        return try await !response(request, reading: .ids(of: request.module)).items.isEmpty
    }
}

extension Query {
    /// The query without what has no effect on single items.
    fileprivate var byID: Self {
        changed {
            $0.decoding.mode = .strict
            $0.removeSort()
            $0.facets = []
            $0.countsTotal = false
            $0.limit = nil
        }
    }
}

/// No item has the requested id.
public struct ItemNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The engine's name.
    public var engine: String
    /// The module's name on the wire.
    public var module: String
    public var id: String

    public init(engine: String, module: String, id: String) {
        self.engine = engine
        self.module = module
        self.id = id
    }

    public var description: String {
        PlainText.error(
            "\(engine) found no item \(id) of \(module)",
            "Check the id and the query's conditions. If the item need not exist, call item(ifExists:).")
    }
}
