import Foundation
import Quire
import QuireStore
import StoreCrashWriter
import Testing

/// Errors of SQL in a store in memory, whose journal is in memory too.
@Suite struct MemoryErrorTests {
    @Test("A statement that fails inside a transaction throws, and the transaction is rolled back")
    func failure() async throws {
        let store = try await Store(.memory, modules: [Things.module])
        await #expect(throws: StoreError.self) {
            try await store.runInside(
                "CREATE TABLE scratch (number INTEGER)", "INSERT INTO scratch VALUES (1, 2)")
        }
        try await store.runInside("CREATE TABLE scratch (number INTEGER)")
        #expect(try await store.check().isSound)
    }
}
