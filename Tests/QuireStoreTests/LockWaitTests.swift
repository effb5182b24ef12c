#if SQLite
import Foundation
import Quire
import SampleModules
import Testing

import QuireStore

@Suite("Waiting for a writer in another process")
struct LockWaitTests {
    @Test("A writer gets its turn beside one that writes without a pause")
    func turns() async throws {
        let folder = try Folder()
        let busy = try await Store(.file(folder.file()), modules: [Titles.descriptor])
        var options = StoreOptions()
        options.busyTimeout = 20_000
        let other = try await Store(.file(folder.file()), modules: [Titles.descriptor], options: options)
        let instance = Data(#"{"id":"b1","values":{"title":"Emma","age":1,"price":1,"active":true}}"#.utf8)
        // Two tasks, so that the next transaction begins as soon as one has ended.
        let writing = (0..<2).map { _ in
            Task {
                while !Task.isCancelled {
                    try await busy.transaction("write") { transaction in
                        _ = try transaction.upsert(instance, into: "books")
                        usleep(5_000)
                    }
                }
            }
        }
        defer { for task in writing { task.cancel() } }
        for _ in 0..<20 {
            try await other.transaction("write") { _ = try $0.upsert(instance, into: "books") }
        }
    }
}
#endif
