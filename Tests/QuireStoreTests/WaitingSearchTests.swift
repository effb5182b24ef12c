#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

@Suite("Searches that wait for a connection", .timeLimit(.minutes(60)))
struct WaitingSearchTests {
    /// How many of many searches at the same time end with items and with each error, while something else happens.
    private func ends(
        of count: Int, in store: Store, while work: @escaping @Sendable () async -> Void
    ) async -> [String: Int] {
        await withTaskGroup(of: String?.self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        let title = leaf(.equal, "title", .string("t\(number % 10)"))
                        return try await store.ids(Books.descriptor, title) == ["\(number % 10)"]
                            ? "found" : "wrong"
                    } catch {
                        return (error as? StoreError)?.code.rawValue ?? "\(error)"
                    }
                }
                if number == count / 2 {
                    group.addTask {
                        await work()
                        return nil
                    }
                }
            }
            var ends: [String: Int] = [:]
            for await case let end? in group { ends[end, default: 0] += 1 }
            return ends
        }
    }

    private static let lines = (0..<10).map { #"{"id":"\#($0)","values":{"title":"t\#($0)"}}"# }

    @Test("If the file cannot be opened again, every search that waits learns of it, and the store closes")
    func failures() async throws {
        for round in 0..<30 {
            let folder = try Folder()
            var options = StoreOptions()
            options.readers = 1 + round % 3
            let store = try await Store(.file(folder.file()), modules: Shop.modules, options: options)
            try await store.load(Books.descriptor, Self.lines)
            // No connection that reads is open yet.
            try FileManager.default.removeItem(atPath: folder.file())
            #expect(await ends(of: 200, in: store, while: {}) == ["replaced": 200])
            let ends = await ends(of: 200, in: store) { await store.close() }
            #expect(ends.values.reduce(0, +) == 200 && Set(ends.keys).isSubset(of: ["replaced", "closed"]))
        }
    }

    @Test("While a store closes, every search ends with its items or says that the store is closed")
    func closing() async throws {
        var ends: [String: Int] = [:]
        for round in 0..<30 {
            let folder = try Folder()
            var options = StoreOptions()
            options.readers = 1 + round % 3
            let store = try await Store(
                round % 4 == 3 ? .memory : .file(folder.file()), modules: Shop.modules, options: options)
            try await store.load(Books.descriptor, Self.lines)
            let round = await self.ends(of: 200, in: store) { await store.close() }
            #expect(round.values.reduce(0, +) == 200)
            ends.merge(round, uniquingKeysWith: +)
            #expect(await self.ends(of: 5, in: store, while: {}) == ["closed": 5])
        }
        #expect(Set(ends.keys) == ["found", "closed"], "\(ends)")
    }
}
#endif
