#if SQLite
import QuireCore
import QuireEngine
import QuireStore

/// A write that is parsed and checked before its transaction opens, so that an invalid body blocks no other writer.
struct PlannedWrite: Sendable {
    let sent: InstanceBody
    /// The module that the body or the URL names.
    let module: ServedModule?
    private let changes: InstanceChanges?

    /// - Parameters:
    ///   - module: The module that the write names.
    ///   - likely: The module that held the instance before the transaction, if the write names none.
    ///   - checksValues: Whether the write stores the values that were sent.
    init(
        _ sent: InstanceBody, module: ServedModule?, likely: ServedModule? = nil,
        checksValues: Bool = true, _ allowance: ReportAllowance
    ) throws(Refusal) {
        self.sent = sent
        self.module = module
        if checksValues, let known = module ?? likely {
            changes = try InstanceChanges(sent, of: known, allowance)
        } else {
            changes = nil
        }
    }

    /// The changes to make if the instance belongs to this module.
    func changes(of module: ServedModule) throws(Refusal) -> InstanceChanges {
        if let changes, changes.module.id == module.id { return changes }
        // The instance moved to another module after `likely` was looked up.
        return try InstanceChanges(sent, of: module, ReportAllowance())
    }
}

extension ContentAPI {
    /// The module of each instance, by the bytes of its id. Ids that occur in several modules are left out.
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
