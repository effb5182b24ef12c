#if SQLite
import Foundation
import Quire
import QuireTesting
import SampleModules
import Seeds
import Testing

@testable import QuireEngine
@testable import QuireStore

@Suite("Live queries: which changes concern them", .timeLimit(.minutes(60)))
struct ItemTestTests {
    /// The page of a request, as JSON.
    private func page(_ request: SearchRequest, _ store: Store) async throws -> Data {
        try await store.searchData(request)
    }

    @Test("A change that a test ignores leaves the page as it was, for random filters and changes")
    func randomChanges() async throws {
        var random = SeededGenerator(seed: Seed.current)
        var library = RandomLibrary(seed: Seed.current)
        let store = try await Store(.memory, modules: Titles.library)
        var batch = WriteBatch()
        for novel in library.novels { batch.create(novel) }
        _ = try await store.write(batch)
        var (ignored, tested) = (0, 0)
        for _ in 0..<400 {
            var request = SearchRequest(module: Novels.descriptor)
            request.filter = library.filter(over: Novels.descriptor, levels: 0)
            if Int.random(in: 0..<4, using: &random) == 0 {
                request.ids = (0..<5).map { _ in "b\(Int.random(in: 0..<60, using: &random))" }
            }
            request.page = .page(1, size: 5)
            let id = "b\(Int.random(in: 0..<66, using: &random))"
            let before = try await store.instance(id)
            let page = try await page(request, store)
            if Int.random(in: 0..<3, using: &random) == 0 {
                try await store.delete([id], from: "novels")
            } else {
                let author = Relation<Writers>(ContentID("a\(Int.random(in: 0..<30, using: &random))"))
                let novel = Content<Novels>(
                    id: ContentID(id),
                    values: .init(pages: Int.random(in: 0..<9, using: &random), author: author))
                try await store.upsert([novel])
            }
            let after = try await store.instance(id)
            var changes = CommittedChanges()
            changes.add(
                .items([ItemChange(id: id, versions: [before, after].compactMap(\.self))]), of: "novels")
            var dependencies = LiveDependencies()
            dependencies.add(request) { $0 }
            var watchers = ModuleWatchers()
            let tests = try #require(dependencies.modules["novels"])
            watchers.add(1, keys: tests.keys, detail: tests.detail)
            let isConcerned = changes.modules?["novels"].map { watchers.concerned(by: $0) } == [1]
            let isAffected = dependencies.areAffected(by: changes)
            // The keys only save tests.
            #expect(isConcerned || !isAffected)
            if isConcerned, isAffected {
                tested += 1
            } else {
                ignored += 1
                #expect(
                    try await self.page(request, store) == page, "\(request.filter.debugDescription) of \(id)"
                )
            }
        }
        #expect(ignored > 50 && tested > 50, "\(ignored) ignored, \(tested) tested")
    }

    private func keys(_ change: (inout SearchRequest) -> Void) -> [ItemKey]? {
        var request = SearchRequest(module: Novels.descriptor)
        change(&request)
        return request.itemKeys
    }

    @Test("Ids and equal values have keys, and negated conditions have none")
    func keys() {
        let author = leaf(.equal, "author", .string("a1"))
        let pages = Filter.leaf(.init(.greater, "pages", value: .integer(3), type: .number))
        #expect(keys { $0.ids = ["b1"] } == [.id("b1")])
        #expect(keys { $0.filter = author } == [.value(field: "author", "a1")])
        #expect(keys { $0.filter = .and([pages, author]) } == [.value(field: "author", "a1")])
        #expect(
            keys { $0.filter = leaf(.in, "editors", .list([.string("a1"), .string("a2")])) } == [
                .value(field: "editors", "a1"), .value(field: "editors", "a2"),
            ])
        let other = leaf(.notEqual, "author", .string("a1"))
        #expect(keys { $0.filter = other } == nil)
        #expect(keys { $0.filter = .or([author, other]) } == nil)
        #expect(keys { $0.filter = .or([author, pages]) }?.count == 2)
    }

    @Test("Conditions on numbers have ranges as keys, and a change concerns those that it lies in")
    func ranges() {
        func condition(_ operation: FilterOperation, _ value: FilterValue) -> Filter {
            .leaf(.init(operation, "pages", value: value, type: .number))
        }
        let field = RangedField(name: "pages", kind: .integer)
        let filters: [(Filter, ClosedRange<Double>)] = [
            (condition(.greater, .integer(3)), 3 ... .infinity),
            (condition(.lessOrEqual, .integer(5)), -.infinity...5),
            (condition(.between, .list([.integer(4), .integer(8)])), 4...8),
            (condition(.equal, .integer(7)), 7...7),
            // A double cannot represent it. Its neighbours may match.
            (condition(.greater, .integer(1 << 53 + 1)), 0x1p53 ... .infinity),
        ]
        for (filter, range) in filters { #expect(keys { $0.filter = filter } == [.range(field, range)]) }
        #expect(keys { $0.filter = condition(.notGreater, .integer(3)) } == nil)
        #expect(keys { $0.filter = condition(.equal, .null) } == nil)

        var watchers = ModuleWatchers()
        for (number, (_, range)) in filters.enumerated() {
            watchers.add(number, keys: [.range(field, range)], detail: .versions)
        }
        func concerned(by pages: JSONValue...) -> Set<Int> {
            let versions = pages.map { JSONValue.object([.init("values", .object([.init("pages", $0)]))]) }
            return watchers.concerned(by: .items([ItemChange(id: "b1", versions: versions)]))
        }
        #expect(concerned(by: .integer(2)) == [1])
        #expect(concerned(by: .integer(2), .integer(7)) == [0, 1, 2, 3])
        #expect(concerned(by: .integer(1 << 53)) == [0, 4])
        #expect(concerned(by: .null) == [])
        watchers.remove(0, keys: [.range(field, filters[0].1)], detail: .versions)
        #expect(concerned(by: .integer(9)) == [])
    }

    @Test("Nothing remains of live queries that have ended")
    func removal() {
        let hub = CommitHub()
        var watches = (0..<20).map { _ in hub.watch() }
        for (number, watch) in watches.enumerated() {
            watch.startReading()
            var request = SearchRequest(module: Novels.descriptor)
            request.ids = ["b\(number % 3)"]
            if number % 2 == 0 { request.filter = leaf(.equal, "author", .string("a\(number)")) }
            var dependencies = LiveDependencies()
            dependencies.add(request) { $0 }
            watch.finishReading(dependencies)
        }
        #expect(hub.detail(of: "novels") == .versions)
        watches.removeAll { _ in true }
        #expect(hub.watcherCount == 0)
        #expect(hub.detail(of: "novels") == .module)
    }
}

extension Store {
    /// A novel as an instance; `nil` if there is none.
    fileprivate func instance(_ id: String) async throws -> JSONValue? {
        let bytes = try await transaction("read \(id)") { try $0.instance(id, in: "novels") }
        return try bytes.map { try JSONValue(parsing: Data($0)) }
    }
}
#endif
