import Foundation
import Quire
import QuireOpenSearch
import Testing
import TransportDoubles

/// Cursors contain the position itself.
@Suite struct CursorTests {
    @Test("Pages by cursor return each remaining item once, while others are added, changed and removed")
    func stable() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            var random = SeededGenerator(seed: 5)
            // Every third one is unchanged; many titles are equal.
            let lines = (0..<300).map { "\(Shelf.instance("\($0)", $0 / 3, title: "t\($0 % 7)"))" }
            _ = try await engine.load(Shelf.module, from: Data(lines.joined(separator: "\n").utf8))
            for order in [
                [SortKey(.value("title"), .descending)], [SortKey(.value("count"))], [],
                [SortKey(.value("words"), nulls: .last), SortKey(.value("title"))],
            ] {
                var request = Shelf.request()
                request.sort = order
                var cursor: Cursor?
                var seen: [String] = []
                repeat {
                    request.page = .cursor(cursor, limit: 17)
                    let page = try await engine.page(request)
                    seen += page.items
                    cursor = page.nextCursor
                    var batch = WriteBatch()
                    for _ in 0..<5 {
                        let id = Int.random(in: 0..<100, using: &random) * 3
                        switch Int.random(in: 0..<3, using: &random) {
                        case 0:
                            batch.operations.append(WriteOperation(.delete, Shelf.module, id: "\(id + 1)"))
                        case 1:
                            var operation = Shelf.update(
                                "\(id + 2)", #"{"title":"t\#(id % 9)","words":["\#(id)"]}"#)
                            operation.kind = .createOrUpdate
                            batch.operations.append(operation)
                        default: batch.operations.append(Shelf.create("new \(id) \(seen.count)", id))
                        }
                    }
                    _ = try await engine.write(batch)
                } while cursor != nil
                let staying = seen.filter { (Int($0) ?? 1).isMultiple(of: 3) }
                #expect(staying.count == 100, "\(order)")
                #expect(Set(staying).count == 100, "\(order)")
                #expect(Set(seen).count >= staying.count)
            }
        }
    }

    @Test("Everything is read in steps, also more than one request allows")
    func everything() async throws {
        try await Served.withEngine([Shelf.module], batchSize: 2500) { engine in
            let lines = (0..<4100).map { #"{"id":"\#($0)","values":{"count":\#($0 % 10)}}"# }
            _ = try await engine.load(Shelf.module, from: Data(lines.joined(separator: "\n").utf8))
            var request = Shelf.request()
            request.sort = [SortKey(.value("count"), .descending)]
            let page = try await engine.page(request)
            #expect(page.items.count == 4100)
            #expect(Set(page.items).count == 4100)
            #expect(page.pageInfo.totalItems == 4100)
            #expect(page.items.first == "1009")
            request.page = .offset(4099, limit: 5)
            #expect(try await engine.page(request).items == ["990"])
        }
    }

    @Test("A cursor continues beyond the limit of from and size")
    func farPages() async throws {
        try await Served.withEngine([Shelf.module]) { engine in
            _ = try await engine.write(WriteBatch((0..<30).map { Shelf.create("\($0)", $0) }))
            var request = Shelf.request()
            request.sort = [SortKey(.value("count"))]
            request.page = .page(2, size: 10)
            let second = try await engine.page(request)
            #expect(second.items.first == "10")
            request.page = .cursor(second.nextCursor, limit: 10)
            let third = try await engine.page(request)
            #expect(third.items == (20..<30).map(String.init))
            #expect(third.pageInfo == PageInfo(page: 3, limit: 10, offset: 20, totalItems: 30))
            #expect(third.nextCursor == nil)
        }
    }
}
