import Quire
import Testing

/// Every engine finds what the evaluator finds.
@Suite struct FilterConformanceTests {
    @Test("Leaf cases find the ids that were written down by hand", arguments: Engines.all)
    func expectedLeaves(_ subject: any EngineUnderTest) async throws {
        let engine = try await subject.filled(with: Shelf.table)
        for expected in ExpectedLeaf.all {
            let leaf = Filter.Leaf(
                expected.operation, expected.property, expected.operand, type: expected.operand.wireType)
            guard subject.supports(leaf, of: Shelf.descriptor) else { continue }
            var request = SearchRequest(module: Shelf.descriptor)
            request.filter = .leaf(leaf)
            request.page = .all
            let found = try await engine.ids(request).sorted().joined()
            #expect(found == expected.ids, "\(QueryTree.leaf(leaf).report)")
        }
    }

    @Test("Every operation on every field finds what the evaluator finds", arguments: Engines.all)
    func leaves(_ subject: any EngineUnderTest) async throws {
        try await compare(subject, Self.leafCases, "leaf cases")
    }

    @Test("Random trees find what the evaluator finds", arguments: Engines.all)
    func trees(_ subject: any EngineUnderTest) async throws {
        try await compare(subject, Self.randomTrees, "random trees from seed \(Seed.current)")
    }

    /// Searches with what the evaluator finds, made once for all engines.
    private static let leafCases: [(search: Subject, expected: [String])] = expectations(
        LeafCases.ofValues.map { Subject(values: .leaf($0)) }
            + LeafCases.ofMetadata.map { Subject(metadata: .leaf($0)) })

    private static let randomTrees: [(search: Subject, expected: [String])] = {
        let trees = RandomTrees.trees(1_200, over: LeafCases.weightedOfValues, seed: Seed.current)
        let metadata = RandomTrees.trees(300, over: LeafCases.weightedOfMetadata, seed: Seed.current &+ 1)
        return expectations(
            trees.map { Subject(values: $0) } + zip(trees, metadata).map { Subject(values: $0, metadata: $1) }
        )
    }()

    private static func expectations(_ searches: [Subject]) -> [(search: Subject, expected: [String])] {
        searches.map { search in
            // A search that the evaluator refuses is one that no engine answers like this.
            (search, (try? search.expected) ?? ["the evaluator refuses the search"])
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
            request.page = .all
            return request
        }

        /// The ids that the evaluator finds, sorted.
        var expected: [String] {
            get throws {
                let predicate = try InstanceSearch(request)
                return SortCases.byID(HardDocuments.instances.filter(predicate.finds).map(idOfInstance))
            }
        }

        var leaves: [Filter.Leaf] { (values?.leaves ?? []) + (metadata?.leaves ?? []) }
    }

    private func compare(
        _ subject: any EngineUnderTest, _ searches: [(search: Subject, expected: [String])], _ what: String
    ) async throws {
        let engine = try await subject.filled(with: HardDocuments.table)
        let module = SamplesModule.descriptor
        var compared = 0
        var unsupported = 0
        var reports: [String] = []
        for (search, expected) in searches where reports.count < 5 {
            guard search.leaves.allSatisfy({ subject.supports($0, of: module) }) else {
                unsupported += 1
                await #expect(throws: UnsupportedError.self) { try await engine.ids(search.request) }
                continue
            }
            compared += 1
            if let difference = await difference(engine, search, expected) {
                reports.append(await shrunk(engine, search) ?? difference)
            }
        }
        print(
            "conformance: \(subject.name): \(compared) \(what), \(reports.count) differences, \(unsupported) refused"
        )
        #expect(reports.isEmpty, "\(reports.joined(separator: "\n\n"))")
        #expect(compared > 0)
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
