#if SQLite
import QuireCore
import QuireEngine
import QuireStore

extension WriteCalls {
    /// The module of each instance, by the bytes of its id. An id in several modules is skipped.
    func homes(of ids: [String]) async throws -> [[UInt8]: ServedModule] {
        guard !ids.isEmpty else { return [:] }
        var homes: [[UInt8]: ServedModule] = [:]
        var inSeveral: Set<[UInt8]> = []
        for module in catalog.modules {
            var request = SearchRequest(module: module.descriptor)
            request.ids = ids
            request.page = .all
            request.fields = []
            guard case .array(let found) = try JSONValue(parsing: try await store.searchData(request)) else {
                continue
            }
            for instance in found {
                let id = Array(instance.instanceID.utf8)
                if homes.updateValue(module, forKey: id) != nil { inSeveral.insert(id) }
            }
        }
        for id in inSeveral { homes[id] = nil }
        return homes
    }
}
#endif
