import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireRemote

/// Collections that other programs made. The engine takes a collection for a prepared one until the server denies it; then
/// it reads the server's description, and again when a search shows that it is outdated.
extension TypesenseEngine {
    /// Reads the descriptions of modules' collections.
    ///
    /// - Returns: Whether anything is different from what was known.
    func discover(_ modules: [ModuleDescriptor]) async throws -> Bool {
        var isChanged = false
        for module in modules {
            let name = layout(of: module).alias
            let description = try await places.description(name)
            var newLayout: ExistingLayout?
            if let description, description.member("fields")?.elements == nil {
                throw TypesenseError(
                    unreadable: "the description of the collection has no fields", "GET /collections/\(name)")
            }
            if let description, ForeignDocuments.guardField(in: description) == nil {
                newLayout = ExistingLayout(module, name, description: description)
                try await learnVersion()
            }
            let oldLayout = existing[module]
            if newLayout.map({ $0.differs(from: oldLayout) }) ?? (oldLayout != nil) { isChanged = true }
            existing[module] = newLayout
            existing.describe(module)
        }
        return isChanged
    }

    /// Runs a body for the collection of another program, or another one for a prepared collection.
    func carryOut<Result>(
        on module: ModuleDescriptor, existing body: (ExistingLayout) async throws -> Result,
        prepared: () async throws -> Result
    ) async throws -> Result {
        if let layout = existing[module] { return try await body(layout) }
        do {
            return try await prepared()
        } catch let error as CollectionError where error.mayBeOfAnotherProgram {
            guard try await discover([module]), let layout = existing[module] else { throw error }
            return try await body(layout)
        }
    }

    /// Runs requests, and again if the server denies that their collections are as they were known.
    func discovering(
        _ requests: [SearchRequest],
        _ run: ([SearchRequest]) async throws -> [Result<EngineResponse, any Error>]
    ) async throws -> [Result<EngineResponse, any Error>] {
        do {
            let results = try await run(requests)
            let outdated = zip(requests, results).compactMap { request, result in
                if case .failure(let error as CollectionError) = result, error.mayBeOfAnotherProgram {
                    request.module
                } else {
                    nil
                }
            }
            guard !outdated.isEmpty, try await discover(outdated) else { return results }
        } catch let error as CollectionError where error.mayBeOfAnotherProgram {
            guard try await discover(requests.map(\.module)) else { throw error }
        }
        return try await run(requests)
    }

    func writing(_ layout: ExistingLayout) -> ExistingWriting {
        ExistingWriting(connection: connection, importSize: settings.batchSize, layout: layout)
    }
}

extension CollectionError {
    /// Whether the collection is not the prepared one that was expected.
    var mayBeOfAnotherProgram: Bool { reason == .otherSchema || reason == .missing }
}

extension TypesenseEngine {
    /// The server's descriptions of its collections, aliases and presets, each as the unchanged response. `quire
    /// import` reads them.
    ///
    /// Presets are missing if the key has no permission for them.
    package func descriptions() async throws -> (collections: [UInt8], aliases: [UInt8], presets: [UInt8]?) {
        let collections = try await connection.send(
            NodeCall(.get, "/collections", intent: .latest), "GET /collections")
        let aliases = try await connection.send(
            NodeCall(.get, "/aliases", intent: .latest), "GET /aliases")
        let presets = try? await connection.send(
            NodeCall(.get, "/presets", intent: .latest), "GET /presets")
        return (Array(collections.body), Array(aliases.body), presets.map { Array($0.body) })
    }

    /// The first documents of a collection, as the server returns them.
    package func documents(of collection: String, atMost count: Int) async throws -> [JSONValue] {
        let what = "search \(collection)"
        var documents: [JSONValue] = []
        for page in 1...max(1, (count + 249) / 250) {
            let response = try await connection.json(
                NodeCall(
                    .get, "/collections/\(NodeCall.encoded(collection))/documents/search",
                    query: [("q", "*"), ("per_page", "250"), ("page", String(page))], intent: .latest), what)
            guard let hits = response["hits"]?.elements else { break }
            documents += hits.compactMap { $0.member("document") }
            if hits.count < 250 { break }
        }
        return documents
    }
}
