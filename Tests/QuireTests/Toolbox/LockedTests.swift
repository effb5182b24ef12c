import Dispatch
import QuireToolbox
import Testing

@Suite("Locked state")
struct LockedTests {
    @Test("Changes from many threads are all kept")
    func contention() {
        let count = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<5_000 { count.withLock { $0 += 1 } }
        }
        #expect(count.value == 40_000)
    }

    @Test("A body that throws keeps its changes and frees the lock, and its error keeps its type")
    func failure() {
        struct TooMany: Error, Equatable { var count: Int }
        let items = Locked<[String]>([])
        #expect(throws: TooMany(count: 1)) {
            try items.withLock { items throws(TooMany) in
                items.append("a")
                throw TooMany(count: items.count)
            }
        }
        do throws(TooMany) {
            try items.withLock { items throws(TooMany) in
                if items.count > 1 { throw TooMany(count: items.count) }
                items.append("b")
            }
        } catch {
            Issue.record("There were only \(error.count).")
        }
        #expect(items.value == ["a", "b"])
    }

    @Test("State that is not Sendable is used from several threads, one at a time")
    func unsendableState() {
        final class Total { var sum = 0 }
        let total = Locked(Total())
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for number in 1...1_000 { total.withLock { $0.sum += number } }
        }
        #expect(total.withLock { $0.sum } == 4 * 500_500)
    }

    @Test("A locked dictionary is read and written by its keys")
    func keys() {
        let ages = Locked(["Ishmael": 20])
        ages["Ahab"] = 58
        ages["Ishmael"] = nil
        #expect(ages.value == ["Ahab": 58])
        #expect(ages["Ahab"] == 58)
        #expect(ages["Queequeg"] == nil)
    }
}
