import Quire
import Seeds
import Testing

/// Every engine finds what the evaluator finds.
@Suite struct FilterConformanceTests {
    @Test("Leaf cases find the ids that were written down by hand", arguments: Engines.all)
    func expectedLeaves(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: Shelf.table) { (engine) async throws in
            var asked: [(ExpectedLeaf, SearchRequest)] = []
            for expected in ExpectedLeaf.all {
                let leaf = Filter.Leaf(
                    expected.operation, expected.property, expected.operand, type: expected.operand.wireType)
                var request = SearchRequest(module: Shelf.descriptor)
                request.filter = .leaf(leaf)
                request.page = wholePage
                if subject.supports(request, engine) { asked.append((expected, request)) }
            }
            for batch in asked.batches(of: subject.batchSize) {
                for (page, (expected, request)) in zip(try await engine.pages(batch.map(\.1)), batch) {
                    let found = page.items.sorted().joined()
                    #expect(found == expected.ids, "\(request.filter?.leaves.description ?? "")")
                }
            }
            #expect(!asked.isEmpty)
        }
    }

    @Test("Every operation on every field finds what the evaluator finds", arguments: Engines.all)
    func leaves(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HardDocuments.table) { (engine) async throws in
            _ = try await compare(subject, engine, Self.leafCases, "leaf cases")
        }
    }

    @Test("Random trees find what the evaluator finds", arguments: Engines.all)
    func trees(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: HardDocuments.table) { (engine) async throws in
            let trees =
                subject.supportsEverything
                ? Self.randomTrees : Self.expectations(Self.supportedTrees(subject, engine))
            let compared = try await compare(
                subject, engine, trees, "random trees from seed \(Seed.current)")
            #expect(compared >= 1_000)
        }
    }

    /// A search with what the evaluator finds.
    private typealias Expectation = (search: Subject, expected: [String])

    /// Made once for all engines.
    private static let leafCases = expectations(
        EvaluatedQuery.leavesOfValues + EvaluatedQuery.leavesOfMetadata)

    private static let randomTrees = expectations(EvaluatedQuery.trees)

    /// Trees that the engine can express: over leaves that it can, since few trees over all of them have no other.
    private static func supportedTrees(
        _ subject: any EngineUnderTest, _ engine: any ContentEngine
    ) -> [EvaluatedQuery] {
        var known: [Filter.Leaf: Bool] = [:]
        func supported(_ leaves: [Filter.Leaf], _ wrap: (QueryTree) -> Subject) -> [Filter.Leaf] {
            known = [:]
            return leaves.filter { leaf in
                if let known = known[leaf] { return known }
                let isSupported = subject.supports(wrap(.leaf(leaf)).request, engine)
                known[leaf] = isSupported
                return isSupported
            }
        }
        func trees(_ count: Int, _ leaves: [Filter.Leaf], seed: UInt64, _ wrap: (QueryTree) -> Subject)
            -> [QueryTree]
        {
            guard !leaves.isEmpty else { return [] }
            var trees: [QueryTree] = []
            for tree in RandomTrees.trees(count * 6, over: leaves, seed: seed) where trees.count < count {
                if subject.supports(wrap(tree).request, engine) { trees.append(tree) }
            }
            return trees
        }
        let values = trees(
            1_200, supported(LeafCases.weightedOfValues) { Subject(values: $0) }, seed: Seed.current
        ) { Subject(values: $0) }
        let metadata = trees(
            300, supported(LeafCases.weightedOfMetadata) { Subject(metadata: $0) }, seed: Seed.current &+ 1
        ) { Subject(metadata: $0) }
        let queries =
            values.map { PythonOracle.Query(values: $0) }
            + zip(values, metadata).map { PythonOracle.Query(values: $0, metadata: $1) }
        return queries.map(EvaluatedQuery.init)
    }

    private static func expectations(_ evaluated: [EvaluatedQuery]) -> [Expectation] {
        evaluated.map { evaluated in
            // A search that the evaluator refuses is one that no engine answers like this.
            (
                Subject(values: evaluated.query.values, metadata: evaluated.query.metadata),
                evaluated.found.map(SortCases.byID) ?? ["the evaluator refuses the search"]
            )
        }
    }

    /// One search's filters.
    private struct Subject: Sendable {
        var values: QueryTree?
        var metadata: QueryTree?

        var request: SearchRequest {
            var request = SearchRequest(module: SamplesModule.descriptor)
            request.filter = values?.filter
            request.metaFilter = metadata?.filter
            request.page = wholePage
            return request
        }

        /// The ids that the evaluator finds, sorted.
        var expected: [String] {
            get throws {
                SortCases.byID(try PythonOracle.Query(values: values, metadata: metadata).found)
            }
        }

        var leaves: [Filter.Leaf] { (values?.leaves ?? []) + (metadata?.leaves ?? []) }
    }

    /// - Returns: How many searches the engine has answered.
    private func compare(
        _ subject: any EngineUnderTest, _ engine: any ContentEngine, _ searches: [Expectation], _ what: String
    ) async throws -> Int {
        var supported: [Expectation] = []
        for search in searches {
            if subject.supports(search.search.request, engine) {
                supported.append(search)
            } else {
                await #expect(throws: UnsupportedError.self) { try await engine.ids(search.search.request) }
            }
        }
        var reports: [String] = []
        for batch in supported.batches(of: subject.batchSize) where reports.count < 5 {
            let pages = try? await engine.pages(batch.map(\.search.request))
            for (index, expectation) in batch.enumerated() where reports.count < 5 {
                if let pages, SortCases.byID(pages[index].items) == expectation.expected { continue }
                // One by one, so that the report is of the search that differs.
                if let difference = await difference(engine, expectation.search, expectation.expected) {
                    reports.append(await shrunk(engine, expectation.search) ?? difference)
                } else if pages != nil {
                    reports.append("differs among others only: \(expectation.search)")
                }
            }
        }
        let refused = searches.count - supported.count
        print(
            "conformance: \(subject.testDescription): \(supported.count) \(what), \(reports.count) differences, "
                + "\(refused) refused")
        #expect(reports.isEmpty, "\(reports.joined(separator: "\n\n"))")
        #expect(!supported.isEmpty)
        return supported.count
    }

    /// What differs between engine and evaluator, or which error came up; `nil` where they agree.
    private func difference(
        _ engine: any ContentEngine, _ search: Subject, _ known: [String]? = nil
    ) async -> String? {
        let trees = [search.values?.report, search.metadata.map { "metadata " + $0.report }]
        let what = trees.compactMap { $0 }.joined(separator: "\n")
        do {
            let expected = try known ?? search.expected
            let found = SortCases.byID(try await engine.ids(search.request))
            if found == expected { return nil }
            let missing = expected.filter { id in !found.contains { $0.utf8.elementsEqual(id.utf8) } }
            let extra = found.filter { id in !expected.contains { $0.utf8.elementsEqual(id.utf8) } }
            return "\(what)\nmissing: \(documents(missing, search))\ntoo many: \(documents(extra, search))"
        } catch {
            return "\(what)\nthrew \(error)"
        }
    }

    /// The documents' values of the fields that the search names.
    private func documents(_ ids: [String], _ search: Subject) -> String {
        let names = Set(search.leaves.map(\.property))
        return ids.prefix(5).map { id in
            let index = HardDocuments.ids.firstIndex { $0.utf8.elementsEqual(id.utf8) }
            guard let index, case .object(let values)? = HardDocuments.instances[index]["values"] else {
                return id
            }
            return "\(id) \(values.filter { names.contains($0.name) }.map { "\($0.name): \($0.value)" })"
        }.joined(separator: "; ")
    }

    /// The report of the smallest searches that still differ.
    private func shrunk(_ engine: any ContentEngine, _ search: Subject) async -> String? {
        var small = search
        if let values = small.values {
            let metadata = small.metadata
            small.values = await values.shrunk {
                await difference(engine, Subject(values: $0, metadata: metadata)) != nil
            }
        }
        if let metadata = small.metadata {
            let values = small.values
            small.metadata = await metadata.shrunk {
                await difference(engine, Subject(values: values, metadata: $0)) != nil
            }
        }
        return await difference(engine, small)
    }
}

extension Array {
    /// The elements in parts of so many.
    func batches(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

extension QueryTree {
    /// The leaves, as they stand in the filter.
    var leaves: [Filter.Leaf] { filter.leaves }
}

extension Filter {
    var leaves: [Filter.Leaf] {
        switch self {
        case .leaf(let leaf): [leaf]
        case .and(let operands), .or(let operands): operands.flatMap(\.leaves)
        }
    }
}
