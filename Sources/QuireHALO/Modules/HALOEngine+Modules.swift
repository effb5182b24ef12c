import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

extension HALOEngine {
    /// Fetches all modules that the app may read (E9).
    ///
    /// ```swift
    /// for module in try await halo.modules(withFields: true) { print(module.name, module.fields?.count ?? 0) }
    /// // GET …/api/generalcontent/module?skip=true&withFields=true
    /// // to-cache: 0
    /// ```
    /// - Parameters:
    ///   - withFields: Whether each module includes its fields.
    ///   - serverCache: How many seconds old a cached response may be.
    /// - Throws: `HALOResponseError`, `HALOError`, `TransportError`, `AuthorizationError`; `PagingError` if the server
    ///   sends pages whose numbers contradict each other.
    public func modules(withFields: Bool = false, serverCache: Int = 0) async throws -> [HALOModule] {
        var list = SearchRequest(module: .modules)
        list.page = .all
        var walk = PageWalk(list)
        var modules: [HALOModule] = []
        // A server that ignores `skip` sends pages.
        while let request = walk.next {
            let call = Self.listCall(
                withFields: withFields, serverCache: serverCache, query: Self.items(for: request.page))
            let page = try HALOModulePage(ResponseObject(try await connection.send(call), to: call))
            var response = page.response
            try walk.take(&response, id: \.id)
            modules += response.items
        }
        try walk.finish()
        return modules
    }

    /// Fetches all modules as the server's bytes, for tools: a JSON array.
    public func modulesData(withFields: Bool = true, serverCache: Int = 0) async throws -> Data {
        try await connection.send(
            Self.listCall(
                withFields: withFields, serverCache: serverCache,
                query: [URLQueryItem(name: "skip", value: "true")])
        ).body
    }

    /// Fetches one page of the modules that the app may read. The server sorts them by their last change.
    ///
    /// ```swift
    /// let page = try await halo.modules(page: 1, limit: 20)
    /// // GET …/api/generalcontent/module?page=1&limit=20
    /// ```
    /// - Parameters:
    ///   - page: The number of the page, counted from 1.
    ///   - limit: The number of modules per page, at least 1.
    ///   - withFields: Whether each module includes its fields.
    ///   - serverCache: How many seconds old a cached response may be.
    /// - Throws: `QueryError` for a page or limit below 1, before anything is sent; otherwise the errors of
    ///   `modules()`.
    public func modules(
        page: Int, limit: Int = 10, withFields: Bool = false, serverCache: Int = 0
    ) async throws -> HALOModulePage {
        guard page >= 1, limit >= 1 else {
            throw QueryError(
                .invalidPage, module: "modules", node: "page \(page) of \(limit)",
                expected: "a page and a size of at least 1")
        }
        let call = Self.listCall(
            withFields: withFields, serverCache: serverCache, query: Self.items(for: .page(page, size: limit))
        )
        return try HALOModulePage(ResponseObject(try await connection.send(call), to: call))
    }

    /// Fetches a module by its id, by default with its fields (E10).
    ///
    /// - Throws: `HALOError` (404 if there is none), otherwise the errors of `modules()`.
    public func module(id: String, withFields: Bool = true) async throws -> HALOModule {
        var call = HALOCall(.get, "generalcontent/module")
        try call.append(id: id, of: "module")
        if withFields { call.query = [URLQueryItem(name: "withFields", value: "true")] }
        return try await sendModule(call)
    }

    /// Creates a module without fields (E18).
    ///
    /// No HALO SDK has this call or the two below. Independent clients send them to real servers.
    ///
    /// - Throws: `HALOError` (403 if the app lacks permission), otherwise the errors of `modules()`.
    public func createModule(name: String, isSingle: Bool = false) async throws -> HALOModule {
        try await sendModule(
            HALOCall(.post, "generalcontent/module", body: Self.moduleBody(name, isSingle)))
    }

    /// Renames a module, or changes whether it is single (E18). Apps that search by the old name find nothing any
    /// more. Apps whose schema contains the module's id keep working.
    public func updateModule(id: String, name: String, isSingle: Bool) async throws -> HALOModule {
        var call = HALOCall(.put, "generalcontent/module", body: Self.moduleBody(name, isSingle))
        try call.append(id: id, of: "module")
        return try await sendModule(call)
    }

    /// Deletes a module and all its items (E18).
    public func deleteModule(id: String) async throws {
        var call = HALOCall(.delete, "generalcontent/module")
        try call.append(id: id, of: "module")
        _ = try await connection.send(call)
    }

    private func sendModule(_ call: HALOCall) async throws -> HALOModule {
        try HALOModule(ResponseObject(try await connection.send(call), to: call))
    }

    private static func items(for page: PageRequest) -> [URLQueryItem] {
        guard case .page(let number, let limit) = page else {
            return [URLQueryItem(name: "skip", value: "true")]
        }
        return [
            URLQueryItem(name: "page", value: String(number)),
            URLQueryItem(name: "limit", value: String(limit)),
        ]
    }

    private static func listCall(withFields: Bool, serverCache: Int, query: [URLQueryItem]) -> HALOCall {
        var call = HALOCall(.get, "generalcontent/module")
        call.query = query
        if withFields { call.query.append(URLQueryItem(name: "withFields", value: "true")) }
        call.serverCache = serverCache
        return call
    }

    private static func moduleBody(_ name: String, _ isSingle: Bool) -> Data {
        var json = JSONWriter()
        json.beginObject()
        json.key("name")
        json.string(name)
        json.key("isSingle")
        json.boolean(isSingle)
        json.endObject()
        return Data(json.bytes)
    }
}
