#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Items decoded from rows")
struct DecodedRowTests {
    private static let module = ModuleDescriptor(
        name: "rows", fields: [FieldDescriptor(name: "price", kind: .number, isSortable: true)])

    /// Every seventh row has no price.
    private static func store(_ count: Int) async throws -> Store {
        let store = try await Store(.memory, modules: [module])
        try await store.load(
            module,
            (0..<count).map { number in
                let price = hasPrice(number) ? "\(number)" : "null"
                return #"{"id":"\#(id(number))","values":{"price":\#(price)}}"#
            })
        return store
    }

    private static func hasPrice(_ number: Int) -> Bool { number % 7 != 0 }

    /// Too long to be stored inside a `String`.
    private static func id(_ number: Int) -> String { "the row with the number \(number)" }

    /// Counts the items that exist.
    private final class Count: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0
        private var highest = 0

        var current: Int { lock.withLock { value } }
        var all: Int { lock.withLock { highest } }

        func change(by number: Int) {
            lock.withLock {
                value += number
                highest += max(0, number)
            }
        }
    }

    private final class Item: Sendable {
        let id: String
        private let count: Count

        init(_ id: String, _ count: Count) {
            self.id = id
            self.count = count
            count.change(by: 1)
        }

        deinit { count.change(by: -1) }
    }

    /// - Parameter isBroken: Whether an item does not fit.
    private static func decoder(
        _ count: Count, isBroken: @escaping @Sendable (String) -> Bool = { _ in false }
    ) -> ItemDecoder<Item> {
        ItemDecoder(module: module) { (reader) throws(ValueDecodingError) in
            let id = try reader.read { (_) throws(ValueDecodingError) in }.id
            if isBroken(id) { throw ValueDecodingError(.invalidValue, at: 0, expected: "another id") }
            return Item(id, count)
        }
    }

    @Test("A page that is started again returns each item once, and releases the ones it has read before")
    func restart() async throws {
        let store = try await Self.store(50)
        let prices = (0..<50).filter(Self.hasPrice)
        let expected = (prices + (0..<50).filter { !Self.hasPrice($0) }).map(Self.id).dropFirst(2)
        var first = SearchRequest(module: Self.module)
        first.countsTotal = false
        first.sort = [SortKey(.value("price"), nulls: .last)]
        first.page = .offset(0, limit: 2)
        let next = try #require(
            try await store.search([first], decoding: Store.idDecoder(Self.module))[0].nextCursor)
        // The items with a price after the cursor are read first, and again if they do not fill the page.
        let read = prices.count - 2
        for limit in [5, read - 1, read, read + 3, 48, 100] {
            let count = Count()
            var request = first
            request.page = .cursor(next, limit: limit)
            do {
                let items = try await store.search([request], decoding: Self.decoder(count))[0].items
                #expect(items.map(\.id) == Array(expected.prefix(limit)))
                #expect(count.current == items.count)
                #expect(count.all == items.count + (limit < read ? 0 : read), "\(limit)")
            }
            #expect(count.current == 0)
        }
    }

    @Test(
        "A lenient page has the items that fit and the errors of the others; a strict one throws and keeps nothing"
    )
    func broken() async throws {
        let store = try await Self.store(40)
        for seed in 0..<20 {
            let broken = Set((0..<40).filter { ($0 * 31 + seed * 17) % 11 < seed % 5 }.map(Self.id))
            let count = Count()
            let decoder = Self.decoder(count) { broken.contains($0) }
            for page in [PageRequest.all, .offset(0, limit: 40), .offset(0, limit: 60), .offset(3, limit: 9)]
            {
                var request = SearchRequest(module: Self.module)
                request.page = page
                request.decoding.mode = .lenient
                let wanted =
                    if case .offset(3, _) = page { (3..<12).map(Self.id) } else { (0..<40).map(Self.id) }
                do {
                    let response = try await store.search([request], decoding: decoder)[0]
                    #expect(response.items.map(\.id) == wanted.filter { !broken.contains($0) })
                    #expect(response.rejected.map(\.id) == wanted.filter(broken.contains))
                }
                #expect(count.current == 0)
                request.decoding.mode = .strict
                let first = wanted.first(where: broken.contains)
                do {
                    let response = try await store.search([request], decoding: decoder)[0]
                    #expect(first == nil && response.items.map(\.id) == wanted)
                } catch let error as ContentDecodingError {
                    #expect(first != nil && error.id == first)
                }
                #expect(count.current == 0)
            }
        }
    }

    @Test("A page that is larger than the memory reserved for it is complete")
    func large() async throws {
        let store = try await Self.store(33_000)
        for page in [PageRequest.offset(0, limit: 40_000), .offset(0, limit: 32_769), .all] {
            let count = Count()
            var request = SearchRequest(module: Self.module)
            request.countsTotal = false
            request.page = page
            do {
                let items = try await store.search([request], decoding: Self.decoder(count))[0].items
                let wanted = if case .offset(_, 32_769) = page { 32_769 } else { 33_000 }
                #expect(items.map(\.id) == (0..<wanted).map(Self.id))
                #expect(count.all == wanted)
            }
            #expect(count.current == 0)
        }
    }
}
#endif
