import Foundation
import QuireCore
import QuireEngine
import QuireHTTP

/// Sends pending writes one after the other.
struct OutboxSender: Sendable {
    let remote: any WritableEngine
    let store: any OutboxStore
    let settings: OutboxSettings
    let owner: String
    let events: OutboxEvents

    /// Sends until nothing more can be sent, or until an attempt fails.
    ///
    /// - Throws: `CancellationError`; the store's errors; `OutboxUnreadableError`.
    func round() async throws -> OutboxSummary {
        var summary = OutboxSummary()
        do {
            while try await sendNext(&summary) {}
        } catch {
            await release()
            throw error
        }
        await release()
        let (left, conflicts) = try await store.outboxTransaction("read the outbox") { [events] transaction in
            var left = 0
            var numbers: [Int64] = []
            try transaction.eachHead { head in
                left += 1
                if head.state == .conflict, !events.isReported(head.number) { numbers.append(head.number) }
                return true
            }
            return (left, try numbers.compactMap { try transaction.entry($0) })
        }
        summary.left = left
        // A sync may have detected them.
        for entry in conflicts {
            summary.conflicts += 1
            await tellOfConflict(entry)
        }
        return summary
    }

    /// Sends one entry. Returns `false` if there is nothing more to do now.
    private func sendNext(_ summary: inout OutboxSummary) async throws -> Bool {
        try Task.checkCancellation()
        let now = settings.clock.date()
        let claim = try await store.outboxTransaction("send from the outbox") { [settings, owner] in
            try OutboxLedger($0).claim(as: owner, at: now, for: settings.leaseSeconds)
        }
        switch claim {
        case .nothing: return false
        case .taken:
            summary.isSentElsewhere = true
            return false
        case .task(let task):
            let verdict = await OutboxDelivery(remote: remote, task: task).run()
            guard let entry = try await settle(task, verdict) else { return true }
            return try await tell(entry, verdict, summary: &summary)
        }
    }

    /// Records the result, even if the task was cancelled meanwhile, because the server does not repeat it.
    private func settle(_ task: OutboxTask, _ verdict: OutboxVerdict) async throws -> OutboxEntry? {
        try await Task { [store] in
            try await store.outboxTransaction("record sent writes") {
                try OutboxLedger($0).settle(task, verdict)
            }
        }.value
    }

    private func tell(
        _ entry: OutboxEntry, _ verdict: OutboxVerdict, summary: inout OutboxSummary
    ) async throws -> Bool {
        switch verdict {
        case .done(let response):
            summary.sent += 1
            events.send(.sent(entry, stored: response.instance?.data))
        case .conflict:
            summary.conflicts += 1
            await tellOfConflict(entry)
        case .refused:
            summary.refused += 1
            if let failure = entry.failure { events.send(.refused(entry, failure)) }
        case .again:
            // Someone else keeps changing this item.
            guard entry.attempts % 16 == 0 else { return true }
            summary.problem = WriteError(
                .conflict, entry.operation, message: "the item changes faster than it can be written")
            return false
        case .later(let error, _):
            if error is CancellationError { throw error }
            summary.problem = error
            return false
        }
        return true
    }

    private func tellOfConflict(_ entry: OutboxEntry) async {
        events.markReported(entry.number)
        let versions = try? await store.outboxTransaction("read a conflict") {
            try OutboxLedger($0).versions(of: entry)
        }
        events.send(.conflict(entry, mine: versions?.mine?.data, theirs: versions?.theirs?.data))
    }

    private func release() async {
        // If this fails, the lease expires by itself.
        _ = try? await Task { [store, owner] in
            try await store.outboxTransaction("stop sending") { try OutboxLedger($0).release(owner) }
        }.value
    }
}
