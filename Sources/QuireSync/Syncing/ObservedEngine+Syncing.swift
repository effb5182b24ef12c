public import QuireCore
public import QuireEngine

extension ObservedEngine: SyncingEngine where Base: SyncingEngine {
    public func changes(_ request: ChangeRequest) async throws -> ChangeSet {
        try await observing(
            "changes", [request.module],
            counting: { .init(rows: $0.created.count + $0.updated.count + $0.deleted.count) }
        ) {
            try await base.changes(request)
        }
    }

    public func moduleID(of module: ModuleDescriptor) -> String? { base.moduleID(of: module) }
}

extension ObservedEngine: ComparingEngine where Base: ComparingEngine {
    package func changes(
        _ request: ChangeRequest, comparedWith stored: StoredItems
    ) async throws -> ChangeSet {
        try await observing(
            "changes", [request.module],
            counting: { .init(rows: $0.created.count + $0.updated.count + $0.deleted.count) }
        ) {
            try await base.changes(request, comparedWith: stored)
        }
    }
}

extension ObservedEngine: SelectingEngine where Base: SelectingEngine {
    func selection(of module: String) -> String? { base.selection(of: module) }
}
