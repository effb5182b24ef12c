import Foundation
import Quire
import StoreCrashWriter
import Testing

@testable import QuireStore

/// Errors of SQL in a store in memory, whose journal is in memory too.
@Suite struct MemoryErrorTests {
    @Test("A statement that fails inside a transaction throws, and the transaction is rolled back")
    func failure() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        await #expect(throws: StoreError.self) {
            _ = try await store.transaction("test") { transaction in
                try transaction.connection.run("CREATE TABLE scratch (number INTEGER)")
                try transaction.connection.run("INSERT INTO scratch VALUES (1, 2)")
            }
        }
        _ = try await store.transaction("test") { transaction in
            try transaction.connection.run("CREATE TABLE scratch (number INTEGER)")
        }
        #expect(try await store.check().isSound)
    }
}
