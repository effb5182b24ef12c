import Foundation
import Quire
import QuireRemote
import SampleModules
import Testing

/// Reading all pages of a server: its pagination is trusted, and contradictions are errors.
@Suite struct ServerPagingTests {
    private func ids(
        _ server: PagedServer, _ query: Query<Books> = Books.query()
    ) async throws -> [String] {
        var ids: [String] = []
        for try await book in ContentClient(engine: server).all(query) { ids.append(book.id.rawValue) }
        return ids
    }

    private func books(_ count: Int) -> [String] { (0..<count).map { "b\($0)" } }

    @Test("A server that caps pages loses no item: later pages are requested in the capped size")
    func capped() async throws {
        let server = PagedServer(of: 260, cap: 50)
        #expect(try await ids(server) == books(260))
        #expect(server.log.pages == [.page(1, size: 100)] + (2...6).map { .page($0, size: 50) })
        #expect(try await ContentClient(engine: server).ids(Books.query()).map(\.rawValue) == books(260))
        #expect(try await ids(server, Books.query().page(.offset(0, limit: 80))) == books(260))
        // The reported total may be smaller.
        #expect(try await ids(PagedServer(of: 260, cap: 50) { $0.totalItems = nil }) == books(260))
        #expect(try await ids(PagedServer(of: 260, cap: 50) { $0.totalPages = nil }) == books(260))
        #expect(
            try await ids(PagedServer(of: 260, cap: 50) { ($0.page, $0.offset) = (nil, nil) }) == books(260))
    }

    @Test("For any cap and page size, each page but the last has a next page")
    func random() async throws {
        for seed in 1...150 {
            let (total, cap, size) = (seed * 7 % 61, seed * 5 % 13 + 1, seed * 3 % 17 + 1)
            let server = PagedServer(of: total, cap: cap)
            #expect(try await ids(server, Books.query().page(1, size: size)) == books(total))
            var page = try await ContentClient(engine: server).fetch(Books.query().page(1, size: size))
            var found = page.map(\.id.rawValue)
            #expect(page.hasNext == !page.pageInfo.isLast)
            while let next = try await page.next() {
                page = next
                found += page.map(\.id.rawValue)
                #expect(page.hasNext == !page.pageInfo.isLast, "page \(page.pageInfo)")
            }
            #expect(found == books(total), "total \(total), cap \(cap), size \(size)")
        }
    }

    @Test(
        "A short page before the last is followed by the next; items that no page contains are an error at the end"
    )
    func short() async throws {
        let server = PagedServer { request, _ in
            guard case .page(let number, _) = request.page else { return "{}" }
            let parts = [["a", "b"], ["d", "e", "f"], ["g", "h"]]
            return PagedServer.page(
                parts[number - 1], .init(page: number, limit: 3, totalItems: 8, totalPages: 3))
        }
        let first = try await ContentClient(engine: server).fetch(Books.query().page(1, size: 3))
        #expect(first.count == 2 && first.hasNext && !first.pageInfo.isLast)
        var found: [String] = []
        let error = await #expect(throws: PagingError.self) {
            for try await book in ContentClient(engine: server).all(Books.query().page(1, size: 3)) {
                found.append(book.id.rawValue)
            }
        }
        #expect(found == ["a", "b", "d", "e", "f", "g", "h"])
        #expect(error?.reason == .missingItems)
        let text = """
            books: page 3 of size 3 failed: the server sent 7 of 8 items on all its pages. Read the items again; \
            if it stays so, check the server's paging.
            """
        #expect(error?.description == text)
    }

    /// The items of all pages read with `next()`, and the error thrown after the last one.
    private func walk(
        _ server: some ContentEngine, _ query: Query<Books>
    ) async throws -> (count: Int, error: PagingError?) {
        var page = try await ContentClient(engine: server).fetch(query)
        var count = page.count + page.rejected.count
        do {
            while let next = try await page.next() {
                #expect(page.hasNext && !page.pageInfo.isLast)
                page = next
                count += page.count + page.rejected.count
            }
            #expect(!page.hasNext && page.pageInfo.isLast)
            return (count, nil)
        } catch let error as PagingError {
            #expect(page.hasNext && !page.pageInfo.isLast)
            return (count, error)
        }
    }

    @Test("Pages read with `next()` return every received item, then throw if the server's total is larger")
    func shortByNext() async throws {
        // A total of 250 in 3 pages of 100, each with 50 items.
        func server(counting total: Int?, lenient: Bool = false) -> PagedServer {
            PagedServer { request, _ in
                guard case .page(let number, let size) = request.page else { return "{}" }
                let ids = (0..<50).map { "b\(number)-\($0)" }
                let numbers = Numbers(page: number, limit: size, totalItems: total, totalPages: 3)
                let page = PagedServer.page(ids, numbers)
                return lenient ? page.replacing("\"age\":1", with: "\"age\":\"old\"") : page
            }
        }
        let query = Books.query().page(1, size: 100)
        let short = try await walk(server(counting: 250), query)
        #expect(short.count == 150)
        #expect(short.error?.reason == .missingItems)
        let text = "books: page 3 of size 100 failed: the server sent 150 of 250 items on all its pages."
        #expect(short.error?.description.hasPrefix(text) == true)
        let all = await #expect(throws: PagingError.self) { try await ids(server(counting: 250), query) }
        #expect(all == short.error)
        // The same from a later page, by offsets, and for rows.
        let later = try await walk(server(counting: 250), Books.query().page(2, size: 100))
        #expect(later.error?.response == "100 of 150 items on all its pages")
        let capped = PagedServer(of: 20, cap: 50) { $0.totalItems = 25 }
        #expect(
            try await walk(capped, Books.query().page(.offset(0, limit: 30))).error?.reason == .missingItems)
        let rows = try await ContentClient(engine: capped).fetch(
            Books.query().page(1, size: 30).select(\.title))
        #expect(rows.count == 20)
        await #expect(throws: PagingError.self) { try await rows.next() }
        // Without a total, nothing can be missing; unreadable items count as received.
        let uncounted = try await walk(server(counting: nil), query)
        #expect(uncounted.count == 150 && uncounted.error == nil)
        let unreadable = try await walk(server(counting: 250, lenient: true), query.lenient())
        #expect(unreadable.count == 150 && unreadable.error?.reason == .missingItems)
        let whole = try await walk(
            server(counting: 150, lenient: true), Books.query().page(1, size: 50).lenient())
        #expect(whole.count == 150 && whole.error == nil)
    }

    @Test("Items added or removed between the pages of `next()` are not an error")
    func changesByNext() async throws {
        func server(_ totals: [Int]) -> PagedServer {
            PagedServer { request, count in
                guard case .page(let number, let size) = request.page else { return "{}" }
                let total = totals[min(count, totals.count) - 1]
                return PagedServer.page(
                    books(total).dropFirst((number - 1) * size).prefix(size),
                    .init(page: number, limit: size, totalItems: total))
            }
        }
        let query = Books.query().page(1, size: 10)
        for totals in [
            [25, 21], [25, 23, 22], [25, 5], [25, 25, 29], [15, 40], [25, 12, 40], [10, 11], [1],
        ] {
            let (_, error) = try await walk(server(totals), query)
            #expect(error == nil, "\(totals)")
        }
        // Engines with cursors end where their cursor says so, whatever their total.
        let page = #"{"pagination":{"totalItems":9},"items":"# + PagedServer.bare(["a", "b"]) + "}"
        let cursors = PagedServer(cursors: { _, _ in (page, nil) })
        #expect(try await walk(cursors, Books.query().page(.cursor(nil, limit: 5))).error == nil)
    }

    @Test(
        "Bare arrays have no pagination: a full one is followed, a short one is the last, a longer one is everything"
    )
    func bareArrays() async throws {
        func server(_ count: Int) -> PagedServer {
            PagedServer { request, _ in
                guard case .page(let number, let size) = request.page else { return "[]" }
                return PagedServer.bare(
                    (0..<count).map { "b\($0)" }.dropFirst((number - 1) * size).prefix(size))
            }
        }
        for count in [0, 1, 9, 10, 11, 20, 25] {
            #expect(try await ids(server(count), Books.query().page(1, size: 10)) == books(count))
        }
        let everything = PagedServer { _, _ in PagedServer.bare((0..<12).map { "b\($0)" }) }
        #expect(try await ids(everything, Books.query().page(1, size: 10)) == books(12))
        #expect(try await ids(everything) == books(12))
        // Exactly as many items as requested: only the next page shows whether that is all.
        await #expect(throws: PagingError.self) {
            try await ids(everything, Books.query().page(1, size: 12))
        }
        // One item is requested and one is received: that is not a total.
        await #expect(throws: UnsupportedError.self) {
            try await ContentClient(engine: server(25)).count(Books.query())
        }
    }

    typealias Numbers = PagedServer.Numbers

    @Test(
        "Pagination that contradicts the request or itself throws an error that names the contradiction",
        arguments: [
            (Numbers(page: 1, limit: 2), 2, .otherPage), (Numbers(page: 3, limit: 2), 2, .otherPage),
            (Numbers(page: 0), 2, .otherPage), (Numbers(page: 2, limit: 2, offset: 0), 2, .otherPage),
            (Numbers(page: 2, limit: 5), 2, .otherPageSize), (Numbers(page: 2, limit: 1), 1, .otherPageSize),
            (Numbers(page: 2, limit: 2), 3, .tooManyItems), (Numbers(page: 2), 3, .tooManyItems),
            (Numbers(page: 2, limit: 2, totalItems: 3), 2, .wrongTotal),
            (Numbers(page: 2, limit: 2, totalItems: -1), 0, .wrongTotal),
            (Numbers(page: 2, limit: 2, totalItems: 9, totalPages: 3), 2, .wrongTotal),
            (Numbers(page: 2, limit: 2, totalItems: 9), 0, .emptyPage),
            (Numbers(page: 2, limit: 2, totalPages: 3), 0, .emptyPage),
        ] as [(Numbers, Int, PagingError.Reason)])
    func contradictions(numbers: Numbers, count: Int, reason: PagingError.Reason) async throws {
        let server = PagedServer { _, _ in PagedServer.page((0..<count).map { "b\($0)" }, numbers) }
        let content = ContentClient(engine: server)
        for query in [Books.query().page(2, size: 2), Books.query().page(.offset(2, limit: 2))] {
            let error = await #expect(throws: PagingError.self) { try await content.fetch(query) }
            #expect(error?.reason == reason)
            let items = await #expect(throws: PagingError.self) { try await ids(server, query) }
            #expect(items?.reason == reason)
        }
    }

    @Test("A server that repeats a page under the right page number is an error, and the loop ends")
    func repeated() async throws {
        for total in [nil, 8] {
            let server = PagedServer { request, _ in
                guard case .page(let number, _) = request.page else { return "{}" }
                return PagedServer.page(["a", "b"], .init(page: number, limit: 2, totalItems: total))
            }
            let error = await #expect(throws: PagingError.self) {
                try await ids(server, Books.query().page(1, size: 2))
            }
            #expect(error?.reason == .repeatedPage)
            #expect(server.log.pages.count == 2)
        }
        // Pages of one item and pages of unreadable items end as well.
        for body in [
            #"{"id":"a","values":{"title":"a","age":1,"price":1,"active":true}}"#, #"{"id":"a","values":{}}"#,
        ] {
            let server = PagedServer { _, _ in "[\(body)]" }
            await #expect(throws: PagingError.self) {
                let items = ContentClient(engine: server).all(Books.query().page(1, size: 1)) { _ in }
                for try await _ in items {}
            }
            #expect(server.log.pages.count <= 3)
        }
    }

    @Test("Cursors that repeat or lead nowhere are an error")
    func cursors() async throws {
        @Sendable func cursor(_ name: String) -> Cursor { Cursor(token: name) }
        let page = PagedServer.bare(["a", "b"])
        let same = PagedServer(cursors: { asked, _ in (page, asked ?? cursor("1")) })
        let circle = PagedServer(cursors: { _, count in (page, cursor("\(count % 3)")) })
        let empty = PagedServer(cursors: { _, _ in ("[]", cursor("1")) })
        for server in [same, circle, empty] {
            await #expect(throws: PagingError.self) { try await ids(server) }
            #expect(server.log.pages.count <= 4)
        }
        let content = ContentClient(engine: empty)
        let error = await #expect(throws: PagingError.self) {
            try await content.fetch(Books.query().page(.cursor(nil, limit: 2)))
        }
        #expect(error?.reason == .emptyPage)
        let last = try await ContentClient(engine: PagedServer(cursors: { _, _ in (page, nil) }))
            .fetch(Books.query().page(.cursor(nil, limit: 9)))
        #expect(!last.hasNext && last.pageInfo.isLast)
    }

    @Test("Rejected items count as received: a lenient page leads on, and each is reported once")
    func lenient() async throws {
        let server = PagedServer { request, _ in
            guard case .page(let number, _) = request.page else { return "{}" }
            let items =
                #"{"id":"x\#(number)","values":{}},{"id":"b\#(number)","values":{"title":"t","age":1,"price":1,"active":true}}"#
            return #"{"pagination":{"page":\#(number),"limit":2,"totalItems":6},"items":[\#(items)]}"#
        }
        let rejected = RejectedLog()
        var found: [String] = []
        let items = ContentClient(engine: server).all(Books.query().page(1, size: 2)) { rejected.add($0) }
        for try await book in items { found.append(book.id.rawValue) }
        #expect(found == ["b1", "b2", "b3"])
        #expect(rejected.ids == ["x1", "x2", "x3"])
    }

    @Test(
        "Items that move to earlier pages after deletions are read; items that move to later pages are returned once"
    )
    func moving() async throws {
        func server(_ listings: [Int: [String]]) -> PagedServer {
            PagedServer { request, count in
                guard case .page(let number, let size) = request.page,
                    let ids = listings[count] ?? listings[0]
                else { return "{}" }
                return PagedServer.page(
                    ids.dropFirst((number - 1) * size).prefix(size),
                    .init(page: number, limit: size, totalItems: ids.count))
            }
        }
        // "a" and "b" are deleted after the first page is read: it now has "c" and "d".
        let deleting = server([1: ["a", "b", "c", "d", "e", "f"], 0: ["c", "d", "e", "f"]])
        #expect(
            try await ids(deleting, Books.query().page(1, size: 2)) == ["a", "b", "e", "f", "c", "d"])
        // New items shift the first page's items to the second page.
        let inserting = server([1: ["a", "b", "c"], 0: ["x", "y", "a", "b", "c"]])
        #expect(try await ids(inserting, Books.query().page(1, size: 2)) == ["a", "b", "c"])
        #expect(
            try await ContentClient(engine: inserting).ids(Books.query().page(1, size: 2)).count == 5)
    }

    @Test("A response to page(.all) that is incomplete is an error; `all` reads the rest")
    func wholeResult() async throws {
        let server = PagedServer(of: 25, cap: 10)
        let error = await #expect(throws: PagingError.self) {
            try await ContentClient(engine: server).fetch(Books.query().page(.all))
        }
        #expect(error?.reason == .incomplete)
        #expect(try await ids(server, Books.query().page(.all)) == books(25))
        #expect(
            try await ContentClient(engine: PagedServer(of: 9, cap: 10)).fetch(Books.query().page(.all)).count
                == 9)
    }

    @Test("Numbers near the limits of 64 bits neither trap nor loop")
    func hugeNumbers() async throws {
        for numbers in [
            Numbers(page: 1, limit: .max, totalItems: .max), Numbers(page: 1, limit: 1, totalPages: .max),
            Numbers(page: .max, limit: .max, offset: .max, totalItems: .max, totalPages: .max),
            Numbers(page: 1, limit: .min, offset: .min, totalItems: .min, totalPages: .min),
        ] {
            let server = PagedServer { _, _ in PagedServer.page(["a"], numbers) }
            _ = try? await ids(server)
            #expect(server.log.pages.count <= 2)
        }
    }

    @Test(
        "Related items are requested until every id has a response, even if the server caps its pages"
    )
    func includes() async throws {
        let saying: [@Sendable (inout Numbers) -> Void] = [
            { _ in }, { ($0.limit, $0.totalPages) = (100, 1) }, { $0.totalItems = nil },
        ]
        for says in saying {
            let related = PagedServer(of: 0, cap: 50, says: says)
            let server = PagedServer { request, count in
                request.module.name == "books"
                    ? PagedServer.bare((0..<260).map { "b\($0)" }) : related.response(request, count).body
            }
            let page = try await ContentClient(engine: server).fetch(
                Books.query().page(.all).include(\.author))
            #expect(page.count == 260)
            #expect(page.allSatisfy { $0.author?.item != nil })
        }
        // Bare arrays, and ids that partly do not exist.
        let bare = PagedServer { request, _ in
            let ids = request.ids.map { $0.filter { $0 != "b7" }.prefix(50) }
            return PagedServer.bare(ids ?? (0..<130).map { "b\($0)" }[...])
        }
        let page = try await ContentClient(engine: bare).fetch(Books.query().page(.all).include(\.author))
        #expect(page.filter { $0.author?.item == nil }.map(\.id) == ["b7"])
        // It reports more items and sends none.
        let nothing = PagedServer { request, _ in
            request.module.name == "books"
                ? PagedServer.bare(["b1", "b2"])
                : PagedServer.page([], .init(page: 1, limit: 2, totalItems: 2))
        }
        await #expect(throws: PagingError.self) {
            try await ContentClient(engine: nothing).fetch(Books.query().page(.all).include(\.author))
        }
    }

    @Test(
        "Instances requested by id for a search index are requested again if a server caps its response"
    )
    func instancesByID() async throws {
        let server = PagedServer(of: 0, cap: 3)
        let wanted = books(8)
        let found = try await server.instances(of: wanted, in: Books.descriptor)
        #expect(found.compactMap { $0?.instanceID } == wanted)
        let broken = PagedServer { _, _ in "{}" }
        await #expect(throws: ContentDecodingError.self) {
            try await broken.instances(of: wanted, in: Books.descriptor)
        }
        for items in ["1", "null", "\"b1\"", "[]"] {
            let numbers = PagedServer { _, _ in "[\(items)]" }
            await #expect(throws: ContentDecodingError.self) {
                try await numbers.instances(of: wanted, in: Books.descriptor)
            }
        }
    }

    @Test("All instances of a module are read from a server that caps its pages")
    func allInstances() async throws {
        let server = PagedServer(of: 620, cap: 100)
        let found = PagedServer.Log()
        try await server.readInstances(of: Books.descriptor) { instances, _ in
            for _ in instances { _ = found.add(SearchRequest(module: Books.descriptor)) }
        }
        #expect(found.requests.count == 620)
    }

    @Test("A scan over a server that caps its pages tests every item, and its cursors lose none")
    func scans() async throws {
        var server = PagedServer(of: 260, cap: 50)
        server.capabilities.operations.remove(.hasPrefix)
        let query = Books.query().filter { $0.title.hasPrefix("b") }.fallback(.clientSide(maxScanned: 1_000))
        #expect(try await ids(server, query) == books(260))
        #expect(try await ContentClient(engine: server).count(query) == 260)
        let content = ContentClient(engine: server)
        var page = try await content.fetch(query.page(.cursor(nil, limit: 7)))
        var found = page.map(\.id.rawValue)
        while let next = try await page.next() {
            page = next
            found += page.map(\.id.rawValue)
        }
        #expect(found == books(260))
    }
}

/// Rejected items in the order in which they were reported.
private final class RejectedLog: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [String] = []

    var ids: [String] { lock.withLock { list } }

    func add(_ error: ContentDecodingError) { lock.withLock { list.append(error.id ?? "") } }
}
