#if SQLite
import Foundation
import Quire
import QuireSync

@testable import QuireStore

/// `outbox FILE REMOTE SEED FIRST`: writes through an outbox and sends at the same time, until it is killed.
///
/// One task runs a ledger's steps as batches through the outbox's engine, starting at `FIRST`, and prints the number
/// of each once it is stored. The other task sends to the remote, a store in its own file.
package enum SendingOut {
    static func run(_ arguments: Arguments) async throws {
        let store = try await Store(.file(arguments.file), modules: [Things.module])
        let remote = try await Store(.file(arguments.text(0)), modules: [Things.module])
        try await audit(remote)
        let outbox = try await remote.outbox(in: store)
        let ledger = Ledger(seed: UInt64(arguments.number(1)))
        say("ready")
        async let sending: Void = send(outbox)
        var number = arguments.number(2)
        while true {
            // Local writes are faster than sending: limits the number of pending writes.
            while try await outbox.pending().count > 400 { try await Task.sleep(for: .milliseconds(2)) }
            let results = try await outbox.engine.write(WriteBatch(ledger.step(number).operations))
            for case .failed(let failure) in results where failure.reason != .notFound {
                say("failed \(failure)")
            }
            say("\(number)")
            number += 1
        }
        try await sending
    }

    /// Makes the remote's file record every stored row in the same transaction. This reveals writes that arrive twice,
    /// whoever sent them and whenever it was killed.
    ///
    /// The trigger belongs to the connection, because a store refuses one that is in its file.
    package static func audit(_ remote: Store) async throws {
        try await remote.transaction("audit") { transaction in
            try transaction.connection.execute(
                """
                CREATE TEMP TRIGGER audited AFTER INSERT ON main.m_things BEGIN \
                INSERT INTO audit (id, n) VALUES (NEW.id, NEW.v_n); END
                """)
        }
    }

    private static func send(_ outbox: Outbox) async throws {
        while true {
            let summary = try await outbox.send()
            if let problem = summary.problem { say("problem \(problem)") }
            if summary.isSentElsewhere { say("sent elsewhere") }
            if summary.sent > 0 { say("sent \(summary.sent)") }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
#endif
