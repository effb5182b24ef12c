import Quire
import SampleModules
import Testing

/// Servers, or caches before them, that repeat a page under new cursors.
@Suite struct RepeatedPageTests {
    @Test("A server that repeats a page under ever new cursors is an error, not endless")
    func repeatedUnderNewCursors() async throws {
        let ids = (0..<100).map { "b\($0)" }
        let server = PagedServer(cursors: { _, count in
            (PagedServer.page(ids, .init()), Cursor(token: "place-\(count)"))
        })
        var found: [String] = []
        let error = await #expect(throws: PagingError.self) {
            for try await book in ContentClient(engine: server).all(Books.query()) {
                found.append(book.id.rawValue)
            }
        }
        #expect(error?.reason == .repeatedPage)
        #expect(found == ids)
        #expect(server.log.requests.count == 3)
        let byID = await #expect(throws: PagingError.self) {
            _ = try await ContentClient(engine: server).ids(Books.query())
        }
        #expect(byID?.reason == .repeatedPage)
    }

    @Test("With cursors, one page of items that have moved behind the cursor is skipped")
    func movedBehindCursor() async throws {
        let pages = [["a", "b"], ["a", "b"], ["c"]]
        let server = PagedServer(cursors: { cursor, _ in
            let number = cursor.flatMap { Int($0.token) } ?? 0
            return (
                PagedServer.page(pages[number], .init()), number < 2 ? Cursor(token: "\(number + 1)") : nil
            )
        })
        var found: [String] = []
        for try await book in ContentClient(engine: server).all(Books.query()) {
            found.append(book.id.rawValue)
        }
        #expect(found == ["a", "b", "c"])
    }
}
