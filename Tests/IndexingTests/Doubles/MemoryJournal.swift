import Foundation
import Quire
import QuireIndexing

/// A simple implementation of a journal's rules: the reference for the store's.
actor MemoryJournal: IndexJournal {
    private struct Row {
        var change: PendingChange
        var due = Date.distantPast
        var reason: String?
    }

    private struct Key: Hashable {
        var index: [UInt8]
        var type: [UInt8]

        init(_ index: String, _ type: String) {
            self.index = Array(index.utf8)
            self.type = Array(type.utf8)
        }
    }

    private var rows: [Key: [Row]] = [:]
    private var states: [Key: IndexState] = [:]
    private var sequence: Int64 = 0

    func openIndex(_ index: String, types: [String]) {
        let kept = Set(types.map { Key(index, $0) })
        for key in Set(rows.keys).union(states.keys)
        where key.index == Array(index.utf8) && !kept.contains(key) {
            rows[key] = nil
            states[key] = nil
        }
        for key in kept {
            rows[key] = rows[key]?.map {
                var row = $0
                row.due = .distantPast
                return row
            }
        }
    }

    func indexStates(of index: String) -> [IndexState] {
        states.filter { $0.key.index == Array(index.utf8) }.map(\.value)
    }

    func saveIndexState(_ state: IndexState, of index: String, failed: [FailedChange]) {
        let key = Key(index, state.type)
        states[key] = state
        for failure in failed { note(failure, key) }
    }

    func report(_ changes: [ObjectChange], of type: String, to index: String) {
        let key = Key(index, type)
        for (id, operation) in changes.flatMap(\.operations) {
            sequence += 1
            rows[key, default: []].removeAll { $0.change.id.isByteEqual(to: id) }
            rows[key, default: []].append(
                Row(change: PendingChange(id: id, operation: operation, sequence: sequence)))
        }
    }

    func dueChanges(of type: String, in index: String, limit: Int, at now: Date) -> [PendingChange] {
        let due = (rows[Key(index, type)] ?? []).filter { $0.due <= now }
        return Array(due.map(\.change).sorted { $0.sequence < $1.sequence }.prefix(limit))
    }

    func settleChanges(
        of type: String, in index: String, done: [PendingChange], failed: [FailedChange]
    ) {
        let key = Key(index, type)
        for change in done { rows[key]?.removeAll { $0.change.sequence == change.sequence } }
        for failure in failed { note(failure, key) }
    }

    private func note(_ failure: FailedChange, _ key: Key) {
        let found = rows[key]?.firstIndex { $0.change.id.isByteEqual(to: failure.id) }
        if let sequence = failure.sequence {
            guard let found, rows[key]?[found].change.sequence == sequence else { return }
            rows[key]?[found].change.attempts = failure.attempts
            rows[key]?[found].due = failure.notBefore
            rows[key]?[found].reason = failure.reason
        } else if found == nil {
            sequence += 1
            let change = PendingChange(
                id: failure.id, operation: failure.operation, sequence: sequence, attempts: failure.attempts)
            rows[key, default: []].append(
                Row(change: change, due: failure.notBefore, reason: failure.reason))
        }
    }

    func backlog(of type: String, in index: String) -> IndexBacklog {
        let all = rows[Key(index, type)] ?? []
        let failing = all.filter { $0.change.attempts > 0 }
        return IndexBacklog(
            count: all.count, failing: failing.count,
            lastReason: failing.max { ($0.due, $0.change.sequence) < ($1.due, $1.change.sequence) }?.reason,
            nextAttempt: failing.map(\.due).min())
    }

    func removeIndex(_ index: String) { openIndex(index, types: []) }
}
