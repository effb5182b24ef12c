import Quire
import SampleModules
import Testing

@testable import QuireSearch

/// Items by position: which are loaded, which are hidden, where the end is.
@Suite struct PageMapTests {
    private static func map(_ size: Int, _ pages: [(Int, [String])], total: Int? = nil) -> PageMap<Books> {
        var map = PageMap<Books>(pageSize: size)
        for (number, ids) in pages { map.put(number, ids, total: total) }
        return map
    }

    @Test("Positions are those of the result, whatever is loaded")
    func places() {
        let map = Self.map(2, [(1, ["a", "b"]), (3, ["e", "f"])], total: 9)
        #expect(map.count == 9)
        #expect(map.map { $0?.id.rawValue } == ["a", "b", nil, nil, "e", "f", nil, nil, nil])
        #expect(map.items.map(\.id.rawValue) == ["a", "b", "e", "f"])
        #expect(map.loadedPages == [1, 3])
        #expect(map.index(of: "e") == 4)
        #expect(map.index(of: "z") == nil)
        #expect(map.page(of: 4) == 3)
        #expect(map[-1] == nil)
        #expect(map[9] == nil)
    }

    @Test("A repeated item is shown at its first position, and nothing else moves")
    func duplicates() {
        var map = Self.map(2, [(1, ["a", "b"]), (3, ["e", "f"])], total: 6)
        map.put(2, ["b", "e"], total: 6)
        #expect(map.map { $0?.id.rawValue } == ["a", "b", nil, nil, "e", "f"])
        #expect(map.isHidden(2))
        #expect(map.isHidden(3))
        #expect(!map.isHidden(1))
        #expect(map.items.map(\.id.rawValue) == ["a", "b", "e", "f"])
    }

    @Test("A page that contains an item twice shows it once")
    func twiceOnAPage() {
        let map = Self.map(3, [(1, ["a", "a", "b"])], total: 3)
        #expect(map.map { $0?.id.rawValue } == ["a", nil, "b"])
    }

    @Test("Ids are compared by their bytes: the two Unicode forms of é are two items")
    func spellings() {
        let map = Self.map(2, [(1, ["caf\u{E9}", "cafe\u{301}"])], total: 2)
        #expect(map.items.count == 2)
    }

    @Test("A hidden item stays hidden after an eviction, until its page is loaded without it")
    func revealing() {
        var map = Self.map(2, [(1, ["a", "b"]), (2, ["b", "c"])], total: 4)
        map.evict([1])
        #expect(map.map { $0?.id.rawValue } == [nil, nil, nil, "c"])
        #expect(map.items.map(\.id.rawValue) == ["c"])
        var moved = map
        map.put(1, ["a", "b"], total: 4)
        #expect(map.map { $0?.id.rawValue } == ["a", "b", nil, "c"])
        moved.put(1, ["x", "a"], total: 4)
        #expect(moved.map { $0?.id.rawValue } == ["x", "a", "b", "c"])
        #expect(moved.items.map(\.id.rawValue) == ["x", "a", "b", "c"])
    }

    @Test("A removed item leaves a hidden position, also on later pages, until it is restored")
    func removing() {
        var map = Self.map(2, [(1, ["a", "b"])], total: 5)
        map.remove(ExactText("b"))
        map.remove(ExactText("d"))
        map.put(2, ["c", "d"], total: 5)
        map.put(3, ["d"], total: 5)
        #expect(map.map { $0?.id.rawValue } == ["a", nil, "c", nil, nil])
        #expect(map.isHidden(1))
        #expect(map.items.map(\.id.rawValue) == ["a", "c"])
        map.restore(ExactText("d"))
        #expect(map.map { $0?.id.rawValue } == ["a", nil, "c", "d", nil])
        map.restore(ExactText("b"))
        #expect(map.items.map(\.id.rawValue) == ["a", "b", "c", "d"])
        #expect(map.index(of: "d") == 3)
    }

    @Test("Without a total, a short page is the last, and so is the page before an empty one")
    func unknownTotal() {
        var map = Self.map(2, [(1, ["a", "b"])])
        #expect(map.hasMore)
        #expect(map.lastPage == nil)
        #expect(map.count == 2)
        map.put(2, ["c"], total: nil)
        #expect(!map.hasMore)
        #expect(map.lastPage == 2)
        #expect(map.count == 3)
        var even = Self.map(2, [(1, ["a", "b"]), (2, [])])
        #expect(!even.hasMore)
        #expect(even.lastPage == 1)
        #expect(even.count == 2)
        even.put(1, [], total: nil)
        #expect(even.lastPage == 0)
        #expect(even.isEmpty)
    }

    @Test(
        "Without a total, a page without new items is the last: a server that ignores page numbers does not cause endless requests"
    )
    func repeatedPage() {
        let map = Self.map(2, [(1, ["a", "b"]), (2, ["a", "b"])])
        #expect(!map.hasMore)
        #expect(map.items.count == 2)
    }

    @Test("The newest total applies; a result that shrinks keeps the loaded items")
    func changingTotal() {
        var map = Self.map(2, [(1, ["a", "b"])], total: 3)
        map.put(2, ["c", "d"], total: 7)
        #expect(map.total == 7)
        #expect(map.hasMore)
        map.put(3, ["e", "f"], total: 4)
        #expect(!map.hasMore)
        #expect(map.total == 4)
        #expect(map.items.count == 6)
        #expect(map.count == 6)
    }

    @Test("An empty page ends a result whose total promised more")
    func emptyPage() {
        let map = Self.map(2, [(1, ["a", "b"]), (2, [])], total: 1_000)
        #expect(!map.hasMore)
        #expect(map.lastPage == 1)
        #expect(map.count == 2)
    }

    @Test("Reloading the last page does not duplicate it or move earlier items")
    func lastPageAnew() {
        var map = Self.map(2, [(1, ["a", "b"]), (2, ["c", "d"])], total: 4)
        map.put(2, ["d", "e"], total: 4)
        #expect(map.items.map(\.id.rawValue) == ["a", "b", "d", "e"])
        #expect(map.map { $0?.id.rawValue } == ["a", "b", "d", "e"])
    }

    @Test("A copy keeps its pages when the original changes")
    func copies() {
        var map = Self.map(2, [(1, ["a", "b"])], total: 4)
        let before = map
        map.put(2, ["b", "c"], total: 6)
        map.remove(ExactText("a"))
        #expect(before.map { $0?.id.rawValue } == ["a", "b", nil, nil])
        #expect(before.index(of: "a") == 0)
        #expect(!before.isHidden(2))
        #expect(before.loadedPages == [1])
        #expect(map.map { $0?.id.rawValue } == [nil, "b", nil, "c", nil, nil])
        var after = map
        after.evict([1])
        #expect(map.loadedPages == [1, 2])
        #expect(map.items.map(\.id.rawValue) == ["b", "c"])
    }

    @Test("Unreadable items count towards their page")
    func rejected() {
        let error = ContentDecodingError(
            module: "books", id: nil, path: "items[0]", byteOffset: nil, expected: "a title", found: "null")
        var map = PageMap<Books>(pageSize: 2)
        map.insert(
            1, [.sample("a")], rejected: [error],
            info: PageInfo(page: 1, limit: 2, offset: 0, totalItems: nil))
        #expect(map.hasMore)
        map.insert(
            2, [.sample("b")], rejected: [error],
            info: PageInfo(page: 1, limit: 2, offset: 0, totalItems: nil))
        #expect(map.map { $0?.id.rawValue } == ["a", nil, "b", nil])
        #expect(map.rejected.count == 2)
    }

    @Test("Surplus items of a page do not run into the next page")
    func tooMany() {
        let map = Self.map(2, [(1, ["a", "b"]), (2, ["c", "d", "e"])], total: 5)
        #expect(map.map { $0?.id.rawValue } == ["a", "b", "c", "d", nil])
    }
}

extension PageMap<Books> {
    mutating func put(_ number: Int, _ ids: [String], total: Int?) {
        insert(
            number, ids.map { .sample($0) }, rejected: [],
            info: PageInfo(page: number, limit: pageSize, offset: (number - 1) * pageSize, totalItems: total))
    }
}

extension Book {
    static func sample(_ id: String) -> Book {
        Book(id: ContentID(id), values: Books.Values(title: id, age: 0))
    }
}
