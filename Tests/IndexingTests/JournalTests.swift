#if SQLite
import Foundation
import Quire
import QuireIndexing
import QuireStore
import Testing
import TransportDoubles

@Suite("A journal")
struct JournalTests {
    private static let module = ModuleDescriptor(
        name: "letters", fields: [FieldDescriptor(name: "text", kind: .text)])

    /// All kinds of journals, each new.
    private func journals() async throws -> [any IndexJournal] {
        [MemoryJournal(), try await Store(.memory, modules: [Self.module]).journal]
    }

    private static let changes: [ObjectChange] = [.insert("1"), .update("1"), .delete("1")]

    private func due(_ journal: any IndexJournal, _ limit: Int = 100) async throws -> [PendingChange] {
        try await journal.dueChanges(of: "letters", in: "i", limit: limit, at: Date())
    }

    @Test("Two changes of an object are merged as in the table")
    func collapse() async throws {
        // Rows: the pending change; columns: insert, update, delete.
        let expected: [[IndexOperation]] = [
            [.upsert, .upsert, .delete], [.upsert, .upsert, .delete], [.upsert, .upsert, .delete],
        ]
        for (row, pending) in Self.changes.enumerated() {
            for (column, next) in Self.changes.enumerated() {
                for journal in try await journals() {
                    try await journal.report([pending], of: "letters", to: "i")
                    let before = try #require(try await due(journal).first)
                    try await journal.report([next], of: "letters", to: "i")
                    let after = try await due(journal)
                    #expect(after.map(\.operation) == [expected[row][column]], "\(pending), then \(next)")
                    #expect(after[0].sequence > before.sequence)
                }
            }
        }
        for change in Self.changes {
            for journal in try await journals() {
                try await journal.report([change], of: "letters", to: "i")
                #expect(
                    try await due(journal).map(\.operation) == [change == .delete("1") ? .delete : .upsert])
            }
        }
    }

    @Test("A move with the same id is an update, otherwise a delete and an upsert")
    func moves() async throws {
        for journal in try await journals() {
            try await journal.report([.move(from: "1", to: "1")], of: "letters", to: "i")
            #expect(try await due(journal).map(\.operation) == [.upsert])
            try await journal.report([.move(from: "1", to: "2")], of: "letters", to: "i")
            let changes = try await due(journal)
            #expect(changes.map(\.id) == ["1", "2"])
            #expect(changes.map(\.operation) == [.delete, .upsert])
            // There and back again.
            try await journal.report([.move(from: "2", to: "1")], of: "letters", to: "i")
            #expect(try await due(journal).map(\.id) == ["2", "1"])
            #expect(try await due(journal).map(\.operation) == [.delete, .upsert])
        }
    }

    @Test("Ids are compared by their bytes, and may contain NUL")
    func bytes() async throws {
        let ids = ["é", "e\u{301}", "a\u{0}b", "a", "", "A"]
        for journal in try await journals() {
            try await journal.report(ids.map { .insert($0) }, of: "letters", to: "i")
            #expect(try await due(journal).map { Array($0.id.utf8) } == ids.map { Array($0.utf8) })
            try await journal.report([.delete("é")], of: "letters", to: "i")
            let deleted = try await due(journal).filter { $0.operation == .delete }
            #expect(deleted.map { Array($0.id.utf8) } == [Array("é".utf8)])
        }
    }

    @Test("A change reported during the previous one's write is kept")
    func acknowledge() async throws {
        for journal in try await journals() {
            try await journal.report([.insert("1"), .insert("2")], of: "letters", to: "i")
            let batch = try await due(journal)
            try await journal.report([.delete("1")], of: "letters", to: "i")
            try await journal.settleChanges(of: "letters", in: "i", done: batch, failed: [])
            let rest = try await due(journal)
            #expect(rest.map(\.id) == ["1"])
            #expect(rest.map(\.operation) == [.delete])
            #expect(rest.allSatisfy { $0.sequence > batch[1].sequence })
        }
    }

    @Test("A failure belongs to the failed change, and delays it")
    func failures() async throws {
        for journal in try await journals() {
            try await journal.report([.insert("1"), .insert("2"), .insert("3")], of: "letters", to: "i")
            let batch = try await due(journal)
            try await journal.report([.update("2")], of: "letters", to: "i")
            let later = Date(timeIntervalSinceNow: 3600)
            try await journal.settleChanges(
                of: "letters", in: "i", done: [],
                failed: batch.map {
                    FailedChange(
                        id: $0.id, operation: $0.operation, sequence: $0.sequence, attempts: 1,
                        reason: "full \($0.id)", notBefore: later)
                })
            // 2 has changed since: it is tried immediately.
            #expect(try await due(journal).map(\.id) == ["2"])
            #expect(try await due(journal).map(\.attempts) == [0])
            let backlog = try await journal.backlog(of: "letters", in: "i")
            #expect(backlog.count == 3)
            #expect(backlog.failing == 2)
            #expect(backlog.lastReason == "full 3")
            let next = try #require(backlog.nextAttempt)
            #expect(abs(next.timeIntervalSince(later)) < 0.01)
            let after = try await journal.dueChanges(
                of: "letters", in: "i", limit: 9, at: Date(timeIntervalSinceNow: 3601))
            #expect(after.map(\.attempts) == [1, 1, 0])
            // A new start tries all.
            try await journal.openIndex("i", types: ["letters"])
            #expect(try await due(journal).map(\.id) == ["1", "3", "2"])
            #expect(try await due(journal).map(\.attempts) == [1, 1, 0])
        }
    }

    @Test("A failed object of an initial indexing is added if nothing is pending for it")
    func failedObjects() async throws {
        for journal in try await journals() {
            try await journal.report([.delete("1")], of: "letters", to: "i")
            let state = IndexState(type: "letters", generation: "g", phase: .scanning, cursor: "7")
            let failed = ["1", "2"].map {
                FailedChange(
                    id: $0, operation: .upsert, sequence: nil, attempts: 1, reason: "no", notBefore: Date())
            }
            try await journal.saveIndexState(state, of: "i", failed: failed)
            #expect(try await journal.indexStates(of: "i") == [state])
            let changes = try await journal.dueChanges(
                of: "letters", in: "i", limit: 9, at: Date(timeIntervalSinceNow: 1))
            #expect(changes.map(\.id) == ["1", "2"])
            #expect(changes.map(\.operation) == [.delete, .upsert])
        }
    }

    @Test("Indexes and types are separate, and removed separately")
    func several() async throws {
        for journal in try await journals() {
            for (index, type) in [("i", "letters"), ("i", "folders"), ("j", "letters")] {
                try await journal.report([.insert("1")], of: type, to: index)
                try await journal.saveIndexState(
                    IndexState(type: type, generation: "g", phase: .complete), of: index, failed: [])
            }
            try await journal.openIndex("i", types: ["letters"])
            #expect(try await journal.backlog(of: "folders", in: "i").count == 0)
            #expect(try await journal.backlog(of: "letters", in: "i").count == 1)
            #expect(try await journal.indexStates(of: "i").map(\.type) == ["letters"])
            try await journal.removeIndex("i")
            #expect(try await journal.indexStates(of: "i") == [])
            #expect(try await journal.backlog(of: "letters", in: "i").count == 0)
            #expect(try await journal.backlog(of: "letters", in: "j").count == 1)
        }
    }

    @Test("A store's journal equals the simple one for any input, also after reopening the file")
    func random() async throws {
        let folder = try Folder()
        for seed in 1...6 {
            var random = SeededGenerator(seed: UInt64(seed))
            let plain = MemoryJournal()
            var store = try await Store(.file(folder.file("\(seed)")), modules: [Self.module])
            var sequences: [Int64: Int64] = [:]
            for _ in 0..<300 {
                let id = ["1", "2", "3", "4", "5"].randomElement(using: &random) ?? ""
                switch Int.random(in: 0..<10, using: &random) {
                case 0...4:
                    let change: ObjectChange =
                        switch Int.random(in: 0..<4, using: &random) {
                        case 0: .insert(id)
                        case 1: .update(id)
                        case 2: .delete(id)
                        default: .move(from: id, to: ["1", "2"].randomElement(using: &random) ?? "")
                        }
                    await plain.report([change], of: "letters", to: "i")
                    try await store.journal.report([change], of: "letters", to: "i")
                case 5...8:
                    let limit = Int.random(in: 1...4, using: &random)
                    let left = try await due(plain, limit)
                    let right = try await due(store.journal, limit)
                    #expect(left.map(\.id) == right.map(\.id))
                    #expect(left.map(\.operation) == right.map(\.operation))
                    #expect(left.map(\.attempts) == right.map(\.attempts))
                    for (one, other) in zip(left, right) { sequences[one.sequence] = other.sequence }
                    let isDone = left.map { _ in Bool.random(using: &random) }
                    for (journal, changes) in [(plain, left), (store.journal, right)]
                        as [(any IndexJournal, [PendingChange])]
                    {
                        let pairs = zip(changes, isDone)
                        try await journal.settleChanges(
                            of: "letters", in: "i", done: pairs.filter { $0.1 }.map(\.0),
                            failed: pairs.filter { !$0.1 }.map {
                                FailedChange(
                                    id: $0.0.id, operation: $0.0.operation, sequence: $0.0.sequence,
                                    attempts: $0.0.attempts + 1, reason: "no", notBefore: .distantPast)
                            })
                    }
                default:
                    await store.close()
                    store = try await Store(.file(folder.file("\(seed)")), modules: [Self.module])
                }
            }
            await store.close()
        }
    }
}

/// A temporary folder for one test.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "quire-indexing-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "content.sqlite") -> String { path + "/" + name }
}
#endif
