import QuireCore
import QuireEngine
import QuireRemote

/// The searches for one request: more than one if it names more ids than a filter takes.
struct SearchParts: Sendable {
    let parts: [CompiledSearch]
    private let request: SearchRequest

    /// - Throws: `UnsupportedError`, `QueryError`.
    init(_ request: SearchRequest, in layouts: CollectionLayouts, settings: PocketBaseSettings) throws {
        self.request = request
        do {
            parts = [try CompiledSearch(request, in: layouts, settings: settings)]
        } catch let error as UnsupportedError {
            guard let ids = Self.splittableIDs(of: request) else { throw error }
            var parts: [CompiledSearch] = []
            var rest = ids[...]
            while !rest.isEmpty {
                // The largest number of ids that fits, of those tried.
                var count = min(rest.count, 150)
                while true {
                    var part = request
                    part.ids = Array(rest.prefix(count))
                    do {
                        parts.append(try CompiledSearch(part, in: layouts, settings: settings))
                        break
                    } catch is UnsupportedError where count > 1 {
                        count /= 2
                    }
                }
                rest = rest.dropFirst(count)
            }
            self.parts = parts
        }
    }

    /// The ids in the order of the results, if these are complete and ordered by the id.
    private static func splittableIDs(of request: SearchRequest) -> [String]? {
        guard let ids = request.ids, ids.count > 1, request.sort.isEmpty else { return nil }
        switch request.page {
        case .all: break
        case .page(1, let size) where size >= ids.count: break
        case .offset(0, let limit) where limit >= ids.count: break
        default: return nil
        }
        return ids.distinct.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    func response(_ runner: SearchRunner) async throws -> EngineResponse {
        if let only = parts.first, parts.count == 1 { return try await runner.response(to: only) }
        var instances: [StoredSlice] = []
        for part in parts {
            try Task.checkCancellation()
            instances += try await runner.records(of: part).map(\.instance)
        }
        let limit: Int? =
            switch request.page {
            case .page(_, let size): size
            case .offset(_, let limit): limit
            case .standard, .cursor, .all: nil
            }
        return runner.page(of: request, instances, limit: limit, total: instances.count)
    }
}
