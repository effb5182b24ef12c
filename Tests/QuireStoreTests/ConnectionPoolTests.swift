#if SQLite
import Foundation
import Testing

@testable import QuireStore

@Suite("Connections are lent to one task at a time") struct ConnectionPoolTests {
    private struct Failure: Error {}

    @Test(
        "If a connection cannot be opened, every task that waits for one learns of it, and the pool closes",
        .timeLimit(.minutes(60)))
    func failures() async throws {
        for _ in 0..<20 {
            let pool = ConnectionPool([], more: 1) {
                Thread.sleep(forTimeInterval: 0.001)
                throw Failure()
            }
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        do {
                            pool.give(back: try await pool.take())
                            return false
                        } catch {
                            return error is Failure
                        }
                    }
                }
                for await hasFailed in group { #expect(hasFailed) }
            }
            async let failure: Void = { _ = try? await pool.take() }()
            await pool.close()
            await failure
        }
    }
}
#endif
