/// Swaps an index for another. Searches keep working, and no write goes to an index that is about to be removed.
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
            // Another process may have done the same a moment before.
            guard await isDone(old, new), !(error is CancellationError) else { throw error }
        }
        for index in old where names.isOwn(index) { try await administration.remove(index) }
    }

    /// Whether the alias points at the new index all the same; writers are let into the old ones where it does not.
    private func isDone(_ old: [String], _ new: String) async -> Bool {
        // A task of its own: where this one is cancelled, its calls would be, too.
        let (administration, alias) = (administration, names.alias)
        let check = Task {
            if try await administration.indices(behind: alias) == [new] { return true }
            for index in old { try await administration.allowWrites(index) }
            return false
        }
        return (try? await check.value) ?? false
    }
}
