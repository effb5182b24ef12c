import Quire

/// Puts an index in the place of another: searches go on all the time, and no write goes to an index that is to vanish.
struct IndexSwitch {
    static let usualGrace = Duration.seconds(2)

    let administration: IndexAdministration
    let names: IndexNames
    /// How long an index that was replaced is kept.
    var grace = usualGrace

    /// - Parameter lastPass: What is to be done while no writer is let in.
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
        // A writer that has read the old index finds it closed, and reads again; were it gone, some servers would make
        // an index of its name.
        let own = old.filter(names.isOwn)
        if !own.isEmpty { try await Task.sleep(for: grace) }
        for index in own { try await administration.remove(index) }
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
