/// Replaces an index. Searches keep working, and no write goes to an index that is about to be deleted.
struct IndexSwitch {
    let administration: IndexAdministration
    let names: IndexNames

    /// - Parameter lastPass: The work to do while writes are blocked.
    func run(from old: [String], to new: String, lastPass: () async throws -> Void = {}) async throws {
        for index in old { try await administration.blockWrites(index) }
        do {
            try await lastPass()
            try Task.checkCancellation()
            try await administration.point(names.alias, at: new, insteadOf: old)
        } catch {
            // Another process may have made the same switch a moment earlier.
            guard await isDone(old, new), !(error is CancellationError) else { throw error }
        }
        for index in old where names.isOwn(index) { try await administration.remove(index) }
    }

    /// Whether the alias nevertheless points to the new index. If it does not, writes to the old ones are allowed
    /// again.
    private func isDone(_ old: [String], _ new: String) async -> Bool {
        // Uses a separate task, because the calls would fail if this task has been cancelled.
        let (administration, alias) = (administration, names.alias)
        let check = Task {
            if try await administration.indices(behind: alias) == [new] { return true }
            for index in old { try await administration.allowWrites(index) }
            return false
        }
        return (try? await check.value) ?? false
    }
}
