import QuireToolbox
import Testing

@Suite("Bounded caches")
struct BoundedCacheTests {
    @Test("A value is computed once, and again after the cache was full")
    func limit() {
        let cache = BoundedCache<Int, String>(limit: 3)
        let computed = Locked<[Int]>([])
        func value(_ key: Int) -> String {
            cache.value(for: key) {
                computed.withLock { $0.append(key) }
                return "\(key)"
            }
        }
        #expect([1, 2, 3, 1, 2, 3].map(value) == ["1", "2", "3", "1", "2", "3"])
        #expect(computed.value == [1, 2, 3])
        #expect(cache.count == 3)
        #expect(value(4) == "4")
        #expect(cache.count == 1)
        #expect(value(1) == "1")
        #expect(computed.value == [1, 2, 3, 4, 1])
    }

    @Test("A value is computed outside the lock, so it may need others from the same cache")
    func recursion() {
        let cache = BoundedCache<Int, Int>(limit: 100)
        func factorial(_ number: Int) -> Int {
            cache.value(for: number) { number < 2 ? 1 : number * factorial(number - 1) }
        }
        #expect(factorial(10) == 3_628_800)
        #expect(cache[9] == 362_880)
    }

    @Test("A value that could not be computed is not kept, and its error keeps its type")
    func failure() throws {
        struct Missing: Error {}
        let cache = BoundedCache<String, Int>(limit: 10)
        #expect(throws: Missing.self) { try cache.value(for: "a") { () throws(Missing) in throw Missing() } }
        #expect(cache.count == 0)
        #expect(try cache.value(for: "a") { () throws(Missing) in 1 } == 1)
    }
}
