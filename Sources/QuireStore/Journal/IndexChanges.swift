#if SQLite
import Foundation
import QuireCore
import QuireIndexing

/// Reads and writes the pending changes of one type.
struct IndexChanges {
    let connection: Connection
    let feed: IndexFeed

    func add(_ changes: [ObjectChange]) throws {
        for change in changes {
            for (id, operation) in change.operations {
                try connection.run(feed.report, [.text(id), .integer(operation == .delete ? 1 : 0)])
            }
        }
    }

    func due(_ limit: Int, at now: Date) throws -> [PendingChange] {
        try connection.withStatement(
            "SELECT id, isDelete, seq, attempts FROM \(feed.table) WHERE due <= ? ORDER BY seq LIMIT ?"
        ) { row in
            try row.bind([.integer(now.milliseconds), .integer(Int64(max(0, limit)))])
            var changes: [PendingChange] = []
            while try row.step() {
                changes.append(
                    PendingChange(
                        id: row.text(0), operation: row.integer(1) == 1 ? .delete : .upsert,
                        sequence: row.integer(2), attempts: Int(row.integer(3))))
            }
            return changes
        }
    }

    func remove(_ changes: [PendingChange]) throws {
        for change in changes {
            try connection.run(
                "DELETE FROM \(feed.table) WHERE seq = ? AND id = ?",
                [.integer(change.sequence), .text(change.id)])
        }
    }

    func note(_ failures: [FailedChange]) throws {
        for failure in failures {
            let values: [SQLValue] = [
                .integer(Int64(failure.attempts)), .integer(failure.notBefore.milliseconds),
                .text(failure.reason), .text(failure.id),
            ]
            if let sequence = failure.sequence {
                try connection.run(
                    "UPDATE \(feed.table) SET attempts = ?, due = ?, reason = ? WHERE id = ? AND seq = ?",
                    values + [.integer(sequence)])
            } else {
                try connection.run(
                    """
                    INSERT INTO \(feed.table) (attempts, due, reason, id, isDelete) VALUES (?, ?, ?, ?, ?) \
                    ON CONFLICT (id) DO NOTHING
                    """,
                    values + [.integer(failure.operation == .delete ? 1 : 0)])
            }
        }
    }

    /// Makes every change due now, regardless of when it was last tried.
    func makeDue() throws { try connection.run("UPDATE \(feed.table) SET due = 0 WHERE due > 0") }

    func backlog() throws -> IndexBacklog {
        var backlog = IndexBacklog(
            count: try connection.count(of: feed.table))
        guard backlog.count > 0 else { return backlog }
        try connection.withStatement(
            "SELECT count(*), min(due) FROM \(feed.table) WHERE attempts > 0"
        ) { row in
            guard try row.step(), row.integer(0) > 0 else { return }
            backlog.failing = Int(row.integer(0))
            backlog.nextAttempt = Date(timeIntervalSince1970: Double(row.integer(1)) / 1000)
        }
        if backlog.failing > 0 {
            backlog.lastReason = try connection.text(
                "SELECT reason FROM \(feed.table) WHERE attempts > 0 ORDER BY due DESC, seq DESC LIMIT 1")
        }
        return backlog
    }
}
#endif
