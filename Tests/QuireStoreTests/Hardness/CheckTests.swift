#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Checking a file", .timeLimit(.minutes(60 * Soak.factor)))
struct CheckTests {
    private let folder: Folder
    private var location: Store.Location { .file(folder.file()) }

    init() throws { folder = try Folder() }

    private static let lines = [
        #"{"id":"1","createdAt":5,"tags":[{"name":"a"}],"values":{"title":"Ärger","age":3,"rating":0.1,"isAvailable":true,"language":"de","tags":["x","É","x"],"pages":[3,1,3],"weights":[0.5,-0.0,1e300],"released":"2024-02-29","printedAt":"2024-02-29T10:11:12.130Z","summary":"Lang Überfluß","place":{"latitude":1.5,"longitude":-2},"extra":{"b":[1,null]},"author":{"id":"9","values":{}},"editors":["1","2"],"later":[7,"\u00e9"]}}"#,
        #"{"id":"2","values":{"title":"B","tags":[],"extra":[1.50]}}"#,
        #"{"id":"3","values":{"title":"C"}}"#,
    ]

    private func fill() async throws {
        let store = try await Store(location, schema: Shop.self)
        try await store.load(Books.descriptor, Self.lines)
        let report = try await store.check()
        #expect(report.isSound, "\(report)")
        await store.close()
    }

    private func found(_ sql: String...) async throws -> [StoreProblem.Kind] {
        for statement in sql { _ = try SQLiteShell.rows(folder.file(), statement) }
        return try await Store.check(location).counts.keys.sorted { $0.rawValue < $1.rawValue }
    }

    @Test(
        "A sound file passes: values of every kind, changed, migrated, with an outbox and journals"
    )
    func sound() async throws {
        try await fill()
        var store = try await Store(location, schema: Shop.self)
        var fields = Books.descriptor.fields.fields
        fields.removeAll { $0.name == "age" }
        await store.close()
        let module = ModuleDescriptor(
            name: "books", fields: fields + [FieldDescriptor(name: "later", kind: .json)])
        store = try await Store(location, modules: [module])
        let report = try await store.check()
        #expect(report.isSound, "\(report)")
        #expect(report.items == 3 && report.uncheckedFullText == [])
        #expect("\(report)" == "3 items checked, no problems found")
        await store.close()
        #expect(try await Store.check(location).isSound)
        var options = StoreOptions()
        options.isReadOnly = true
        #expect(try await Store.check(location, options: options).isSound)
    }

    @Test("Values changed by another program are found, with the item's id")
    func changed() async throws {
        try await fill()
        #expect(try await found("UPDATE m_books SET v_age = 4 WHERE id = '1'") == [.changedItem])
        let problem = try #require(try await Store.check(location).problems.first)
        #expect(problem.module == "books" && problem.id == "1")
        #expect("\(problem)" == #"changedItem: books "1": its values do not match its checksum"#)
        #expect(problem.advice.contains("Write the item again"))
    }

    @Test("A missing and a surplus row in a list's table are found")
    func elements() async throws {
        try await fill()
        #expect(try await found("DELETE FROM m_books_l_tags WHERE value = 'x'") == [.derivedValues])
        #expect(
            try await found(
                "INSERT INTO m_books_l_tags VALUES ('x', 1, NULL)",
                "INSERT INTO m_books_l_pages VALUES (99, 1)")
                == [.derivedValues])
        #expect(try await found("INSERT INTO m_books_l_pages VALUES (99, 77)").contains(.orphans))
    }

    @Test("Rows without an item and a damaged outbox are found")
    func others() async throws {
        let store = try await Store(location, modules: [Things.module])
        try await store.carryOut(Ledger(seed: 1).step(0))
        await store.close()
        #expect(try await found("INSERT INTO m_things_t (item, v_text) VALUES (9999, 'x')") == [.orphans])
        #expect(
            try await found("DELETE FROM m_things_t WHERE item = 9999", "DROP INDEX m_things_i_publishedat")
                == [.structure])
        #expect(
            try await found(
                """
                INSERT INTO quire_outbox_entry (batch, module, id, kind, operation, queuedAt, state, attempts, madeID,
                isUncertain) VALUES (1, 'things', '1', 'update', '{"kind":', 5, 'waiting', 0, 0, 0)
                """) == [.bookkeeping, .structure])
    }

    @Test("A missing checksum, and missing or changed tables of the store's own, are problems")
    func missingParts() async throws {
        try await fill()
        _ = try SQLiteShell.rows(folder.file(), "UPDATE m_books SET checksum = NULL WHERE item = 1")
        var report = try await Store.check(location)
        #expect(report.counts == [.changedItem: 1], "\(report)")
        _ = try SQLiteShell.rows(folder.file(), "DROP TABLE quire_sync_log")
        report = try await Store.check(location)
        #expect(report.counts == [.changedItem: 1, .structure: 1], "\(report)")
        #expect("\(report)".contains("quire_sync_log is missing"))
        _ = try SQLiteShell.rows(
            folder.file(), "DROP INDEX quire_cache_tag", "DROP TABLE quire_sync",
            "CREATE TABLE quire_sync (module TEXT PRIMARY KEY, mark INTEGER)")
        report = try await Store.check(location)
        #expect(report.counts == [.changedItem: 1, .structure: 3], "\(report)")
        #expect("\(report)".contains("quire_sync is defined in another way"))
    }

    @Test("The check reports progress and stops when its task is cancelled")
    func progress() async throws {
        let store = try await Store(location, modules: [Things.module])
        try await store.load("things", from: .data(Data((0..<600).map(Things.line).joined(separator: [10]))))
        let log = ProgressLog()
        #expect(try await store.check { log.add($0) }.isSound)
        #expect(log.all.map(\.items).max() == 600 && log.all.map(\.totalItems).contains(600))
        #expect(
            log.all.contains { $0.step == .pages }
                && log.all.contains { $0.step == .fullText(module: "things") })
        let task = Task {
            try await store.check { progress in
                if progress.items > 0 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.count(of: "things") == 600)
    }

    @Test("Damage on any page or log frame that changes a response is found")
    func sweep() async throws {
        let end = try await WriterProcess.run(.sweep, folder.path, "\(Soak.factor)")
        #expect(end.lines.last == "done", "\(end.lines.suffix(3)) \(end.errors)")
        #expect(end.lines.first == "unharmed: harmless")
        func outcomes(_ place: String) -> [String] {
            end.lines.filter { $0.hasPrefix(place) }.map { String($0.split(separator: ":")[1].dropFirst()) }
        }
        for line in end.lines where line.hasSuffix("MISSED") { Issue.record("\(line)") }
        // Damage to a page never returns the content of an earlier moment.
        #expect(!outcomes("page").contains { $0.hasPrefix("earlier") })
        for kind in 0..<4 {
            let places = end.lines.filter { $0.hasPrefix("page") && $0.contains("kind \(kind):") }
            let harmless = places.count { $0.hasSuffix("harmless") }
            // Bytes of deleted cells hold no content.
            let most = places.count / 5
            #expect(places.count > 20 && harmless <= most, "kind \(kind): \(harmless) of \(places.count)")
        }
        // The list of free pages is in one of them.
        #expect(
            outcomes("free page").allSatisfy { ["harmless", "found damaged"].contains($0) },
            "\(outcomes("free page"))")
        // No check can detect a truncated log: the content is then exactly that of an earlier moment.
        #expect(outcomes("cut").allSatisfy { $0.hasPrefix("earlier") || $0 == "harmless" })
        #expect(outcomes("flip").contains("found lostCommits"))
        #expect(outcomes("log dropped").first?.hasPrefix("earlier") == true)
    }
}

private final class ProgressLog: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [StoreCheckProgress] = []

    func add(_ entry: StoreCheckProgress) { lock.withLock { entries.append(entry) } }

    var all: [StoreCheckProgress] { lock.withLock { entries } }
}
#endif
