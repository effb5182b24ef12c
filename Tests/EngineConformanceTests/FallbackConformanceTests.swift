import Foundation
import Quire
import QuireTesting
import Seeds
import Testing

@testable import QuireConformance

/// With a fallback, a search that an engine partly supports finds the evaluator's results.
@Suite struct FallbackConformanceTests {
    /// Engines that reject the most selective tests, negated or not, and trees with more than a few tests.
    private static let refusals: [(name: String, refuses: @Sendable (SearchRequest) -> String?)] = [
        (
            "no texts in parts, no negated tests",
            { request in
                let leaves = (request.filter?.leaves ?? []) + (request.metaFilter?.leaves ?? [])
                return leaves.first { leaf in
                    [.like, .contains, .hasPrefix, .hasSuffix].contains(leaf.operation)
                        || leaf.operation.rawValue.hasPrefix("!")
                }?.operation.rawValue
            }
        ),
        (
            "three tests at most, no ordering",
            { request in
                let leaves = (request.filter?.leaves ?? []) + (request.metaFilter?.leaves ?? [])
                if leaves.count > 3 { return "a filter of \(leaves.count) tests" }
                return leaves.first { [.greater, .less, .between].contains($0.operation) }?.operation.rawValue
            }
        ),
        (
            "no `or`, no metadata",
            { request in
                if request.metaFilter != nil { return "metadata" }
                return request.filter?.hasOr == true ? "or" : nil
            }
        ),
    ]

    private static func memory() async -> InMemoryEngine {
        let memory = InMemoryEngine()
        await memory.add(HardDocuments.instances, to: SamplesModule.descriptor)
        return memory
    }

    @Test("Random trees in random orders, page by page, on engines with and without cursors")
    func trees() async throws {
        var random = SeededGenerator(seed: Seed.current &+ 21)
        let values = RandomTrees.trees(50, over: LeafCases.weightedOfValues, seed: Seed.current &+ 21)
        let metadata = RandomTrees.trees(50, over: LeafCases.weightedOfMetadata, seed: Seed.current &+ 22)
        var scans = 0
        var narrowed = 0
        for (name, refuses) in Self.refusals {
            for cursors in [true, false] {
                let memory = await Self.memory()
                let engine = NarrowEngine(
                    memory, cursors: cursors, maximumPageSize: cursors ? 13 : nil, refuses: refuses)
                let content = ContentClient(engine: engine)
                for (index, tree) in values.enumerated() {
                    var request = SearchRequest(module: SamplesModule.descriptor)
                    request.filter = tree.filter
                    if index % 3 == 0 { request.metaFilter = metadata[index].filter }
                    request.sort = SortCases.all.randomElement(using: &random) ?? []
                    let expected = try InstanceSearch(request).all(of: HardDocuments.instances).map(
                        \.instanceID)
                    request.fallback = .clientSide(maxScanned: 10_000)
                    let size = Int.random(in: 4...13, using: &random)
                    for page in [PageRequest.all, .page(1, size: size), .cursor(nil, limit: size)] {
                        request.page = page
                        let (ids, wasScanned) = try await Self.all(request, content)
                        if case .cursor = page, !cursors, !wasScanned { continue }
                        #expect(ids == expected, "\(name), \(page): \(tree.report)")
                        scans += wasScanned ? 1 : 0
                    }
                }
                narrowed += await memory.requests.count { $0.filter != nil || $0.metaFilter != nil }
            }
        }
        print("conformance: fallback: \(scans) scans, \(narrowed) requests narrowed by the engine")
        #expect(scans > 500)
        #expect(narrowed > 500)
    }

    /// The ids of all pages of a request.
    private static func all(
        _ first: SearchRequest, _ content: ContentClient
    ) async throws -> (ids: [String], wasScanned: Bool) {
        var ids: [String] = []
        var wasScanned = false
        var request: SearchRequest? = first
        while let current = request {
            if case .cursor = current.page, !content.engine.capabilities.supportsCursors,
                content.engine.refusal(of: current.withoutPage) == nil
            {
                return ([], false)
            }
            let response = try await content.response(current, reading: .instances(of: current.module))
            ids += response.items.map(\.instanceID)
            if response.scanned != nil {
                wasScanned = true
                #expect(response.pageInfo.totalItems == nil)
            }
            if case .page(_, let size) = current.page { #expect(response.items.count <= size) }
            request = try current.following(response)
        }
        return (ids, wasScanned)
    }

    @Test("The engine's part is as selective as possible: it drops only conjuncts, also inside an `or`")
    func split() async throws {
        func leaf(_ operation: FilterOperation, _ value: Int64) -> Filter {
            .leaf(.init(operation, "age", value: .integer(value), type: .number))
        }
        let (a, b, c) = (leaf(.equal, 1), leaf(.less, 5), leaf(.notEqual, 7))
        let cases: [(Filter, Filter?)] = [
            (.and([a, b, c]), .and([a, b])),
            (.or([a, c]), nil),
            (.or([.and([a, c]), b]), .or([.and([a]), b])),
            (.and([b, .or([a, .and([c])])]), b),
            (.and([.and([c, .and([a])])]), a),
            (c, nil),
            (.and([c, .or([])]), .or([])),
        ]
        for (filter, sent) in cases {
            let memory = await Self.memory()
            let engine = NarrowEngine(memory, cursors: true) { request in
                let isRefused = request.filter?.leaves.contains { $0.operation == .notEqual } ?? false
                return isRefused ? "!=" : nil
            }
            var request = SearchRequest(module: SamplesModule.descriptor)
            request.filter = filter
            request.fallback = .clientSide(maxScanned: 100)
            _ = try await ContentClient(engine: engine).response(
                request, reading: .instances(of: request.module))
            #expect(await memory.requests.map(\.filter) == [sent], "\(filter)")
        }
    }

    @Test("Pages by cursor lose and repeat no item during concurrent writes")
    func changes() async throws {
        var random = SeededGenerator(seed: Seed.current &+ 23)
        let module = Shelf.descriptor
        func item(_ id: String, _ age: Int) -> JSONValue {
            parse(#"{"id":"\#(id)","values":{"title":"\#(age % 3 == 0 ? "odd one" : "one")","age":\#(age)}}"#)
        }
        for _ in 0..<30 {
            let memory = InMemoryEngine()
            let staying = (0..<60).map { item("s\($0)", $0 * 10) }
            await memory.add(staying, to: module)
            let engine = NarrowEngine(memory, cursors: true) { request in
                request.filter?.leaves.contains { $0.operation == .contains } == true ? "contains" : nil
            }
            let content = ContentClient(engine: engine)
            var request = SearchRequest(module: module)
            request.filter = .leaf(.init(.contains, "title", value: .string("odd"), type: .string))
            request.sort = [SortKey(.value("age"))]
            request.fallback = .clientSide(maxScanned: 1_000)
            request.page = .cursor(nil, limit: Int.random(in: 1...7, using: &random))
            let expected = try InstanceSearch(request).all(of: staying).map(\.instanceID)
            var ids: [String] = []
            var next: SearchRequest? = request
            var round = 0
            while let current = next {
                let response = try await content.response(current, reading: .instances(of: module))
                ids += response.items.map(\.instanceID)
                next = try current.following(response)
                // Matching and other items are added and removed anywhere.
                round += 1
                for number in 0..<5 {
                    await memory.add(
                        [item("g\(round)-\(number)", Int.random(in: 0..<600, using: &random))], to: module)
                }
                if round > 1 { try await memory.removeGuests(of: round - 1, module) }
            }
            let stayed = ids.filter { $0.hasPrefix("s") }
            #expect(stayed == expected)
            #expect(Set(ids).count == ids.count)
        }
    }
}

extension InMemoryEngine {
    fileprivate func removeGuests(of round: Int, _ module: ModuleDescriptor) async throws {
        let operations = (0..<5).map { WriteOperation(.delete, module, id: "g\(round)-\($0)") }
        _ = try await write(WriteBatch(operations))
    }
}

extension SearchRequest {
    fileprivate var withoutPage: SearchRequest {
        var request = self
        request.page = .standard
        return request
    }
}

extension Filter {
    fileprivate var hasOr: Bool {
        switch self {
        case .leaf, .any, .none: false
        case .and(let operands): operands.contains(where: \.hasOr)
        case .or: true
        }
    }
}
