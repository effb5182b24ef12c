import QuireCore
import QuireEngine
import QuireToolbox

extension CollectionDriver {
    /// Finds out what `prepare` would do; `nil` if nothing changes.
    package func plan(
        _ filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan.Module? {
        let step = try await step(filling, restarting: restarting)
        guard let next = step.next else { return try await alteration(of: step.live) }
        var differences = step.differences
        switch step.unfinished {
        case .none: break
        case .removed: differences.append("deletes the unfinished \(next) first")
        case .resumed where step.source == nil:
            return PreparationPlan.Module(
                module.name, .alter, live: nil, collection: next,
                differences: ["makes the unused index live"])
        case .resumed: differences.append("continues with the unfinished \(next)")
        }
        var copied = 0
        if case .copying = filling, let source = step.source {
            copied = try await count(of: source)
        }
        return PreparationPlan.Module(
            module.name, step.live == nil ? .create : .rebuild, live: step.live,
            collection: nameWhenLive(next),
            writtenItems: try await filling.itemCount(of: module, copied: copied),
            differences: differences)
    }

    private func alteration(of live: String?) async throws -> PreparationPlan.Module? {
        guard let live else { return nil }
        let (items, settings) = try await alterations(of: live)
        let documents = items == 1 ? "1 document" : "\(items) documents"
        let differences =
            (items == 0 ? [] : ["completes \(documents) of other programs without Quire's fields"]) + settings
        guard !differences.isEmpty else { return nil }
        return PreparationPlan.Module(
            module.name, .alter, live: live, collection: live, writtenItems: items, differences: differences)
    }

    /// Creates the collection if it is missing or has an older schema, and makes it live.
    package func prepare(
        _ filling: ClusterFilling, restarting: Bool,
        onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws {
        let name = module.name
        let report: Report = { stored, total in
            onProgress(PreparationProgress(module: name, stored: stored, total: total))
        }
        let step = try await step(filling, restarting: restarting)
        guard let next = step.next else {
            if let live = step.live { _ = try await alter(live, report) }
            return
        }
        if step.unfinished == .removed { try await remove(next) }
        if step.unfinished != .resumed { try await createNew(next) }
        let copy: Copy?
        do {
            copy = try await fill(next, from: step.source, filling, report)
        } catch {
            await discard(next)
            throw error
        }
        do {
            try await makeLive(next, insteadOf: step.live, copy)
        } catch let error as any OutageError where !error.isOutage {
            // It is certainly not live.
            await discard(next)
            throw error
        }
        if let copy { try await finish(copy) }
        if let live = step.live { try await removeFormer(live, after: next) }
    }

    func createNew(_ collection: String) async throws {
        guard try await create(collection) else {
            throw error(.unfinished, collection, ["another process has just made it"])
        }
    }

    /// Fills a new collection. Returns the copy if the content comes from another collection.
    private func fill(
        _ collection: String, from source: String?, _ filling: ClusterFilling,
        _ report: @escaping Report
    ) async throws -> Copy? {
        switch filling {
        case .nothing: return nil
        case .engine(let engine):
            var stored = 0
            try await engine.readInstances(of: module) { instances, total in
                let failures = try await storeWithRetries(instances) {
                    try await store($0, in: collection)
                }
                for case let failure? in failures { throw failure }
                stored += instances.count
                report(stored, total)
            }
            return nil
        case .copying:
            guard let source else { return nil }
            return try await copy(from: source, to: collection, report)
        }
    }

    /// Removes a collection that did not go live, also if the task was cancelled. If that fails, `restarting` does it.
    private func discard(_ collection: String) async {
        if unfinishedPolicy == .resume { return }
        await Task { try? await remove(collection) }.value
    }

    func removeFormer(_ live: String, after next: String) async throws {
        if live != nameWhenLive(next) { try await remove(live) }
    }
}
