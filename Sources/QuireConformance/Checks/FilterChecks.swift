import QuireCore
import QuireEngine

/// Every engine finds the evaluator's results.
enum FilterChecks {
    static let all = [
        ConformanceCheck(.filters, ConformanceCheck.handwritten, over: { _ in [Shelf.table] }, run: byHand),
        ConformanceCheck(
            .filters, "every operation on every field", over: { _ in [HardDocuments.table] }, run: leaves),
        ConformanceCheck(.filters, "random filters", over: { _ in [HardDocuments.table] }, run: trees),
    ]

    private static func byHand(_ examination: Examination) async throws {
        var samples: [(expected: ExpectedLeaf, request: SearchRequest)] = []
        for expected in ExpectedLeaf.all {
            let request = expected.request
            if try await examination.supports(request) { samples.append((expected, request)) }
        }
        for batch in samples.batches(of: examination.options.batchSize) where !examination.isFull {
            for (page, sample) in zip(try await examination.engine.pages(batch.map(\.request)), batch) {
                examination.expect(
                    page.items.sorted().joined(), equals: sample.expected.ids, for: "\(sample.request)")
            }
        }
    }

    private static func leaves(_ examination: Examination) async throws {
        try await compare(
            EvaluatedQuery.leavesOfValues + EvaluatedQuery.leavesOfMetadata, examination)
    }

    private static func trees(_ examination: Examination) async throws {
        let options = examination.options
        let trees =
            options.refusesNothing
            ? await EvaluatedQuery.trees(options.trees, seed: options.seed) : supportedTrees(examination)
        try await compare(trees, examination)
        // The engine supports a subset of the trees, which must be most of them.
        examination.expectComparisons(of: "random filters", atLeast: options.trees * 2 / 3)
    }

    /// Trees over supported leaves, because few trees over all leaves have no unsupported one.
    private static func supportedTrees(_ examination: Examination) -> [EvaluatedQuery] {
        let (options, engine) = (examination.options, examination.engine)
        func isSupported(_ query: FilterCase) -> Bool { (try? engine.validate(query.request)) != nil }
        func trees(
            _ count: Int, over leaves: [Filter.Leaf], seed: UInt64, query: (QueryTree) -> FilterCase
        ) -> [QueryTree] {
            var support: [Filter.Leaf: Bool] = [:]
            let leaves = leaves.filter { leaf in
                if let isSupported = support[leaf] { return isSupported }
                support[leaf] = isSupported(query(.leaf(leaf)))
                return support[leaf] ?? false
            }
            guard !leaves.isEmpty else { return [] }
            var trees: [QueryTree] = []
            for tree in RandomTrees.trees(count * 6, over: leaves, seed: seed) where trees.count < count {
                if isSupported(query(tree)) { trees.append(tree) }
            }
            return trees
        }
        let shares = EvaluatedQuery.shares(of: options.trees)
        return EvaluatedQuery.trees(
            values: trees(shares.values, over: LeafCases.weightedOfValues, seed: options.seed) {
                FilterCase(values: $0)
            },
            metadata: trees(shares.metadata, over: LeafCases.weightedOfMetadata, seed: options.seed &+ 1) {
                FilterCase(metadata: $0)
            })
    }

    // MARK: - Comparing

    private static func compare(_ queries: [EvaluatedQuery], _ examination: Examination) async throws {
        var batch: [EvaluatedQuery] = []
        for query in queries where !examination.isFull {
            if try await examination.supports(query.query.request) { batch.append(query) }
            guard batch.count == examination.options.batchSize else { continue }
            try await compare(batch: batch, examination)
            batch = []
        }
        try await compare(batch: batch, examination)
    }

    private static func compare(batch: [EvaluatedQuery], _ examination: Examination) async throws {
        var pages: [SearchResponse<String>]?
        let failure = try await examination.error {
            pages = try await examination.engine.pages(batch.map(\.query.request))
        }
        for (index, query) in batch.enumerated() where !examination.isFull {
            examination.count()
            let expected = query.matchingIDs.map(SortCases.byID)
            if failure == nil, let pages, SortCases.byID(pages[index].items) == expected { continue }
            try await noteDifference(query, from: expected, isAlone: failure != nil, examination)
        }
    }

    /// Runs the search again alone, to report the failing search in its smallest form.
    private static func noteDifference(
        _ query: EvaluatedQuery, from expected: [String]?, isAlone: Bool, _ examination: Examination
    ) async throws {
        guard let difference = try await difference(query.query, examination) else {
            guard !isAlone else { return }
            return examination.note(
                query.query.report, expected: "\(expected ?? [])",
                found: "another response in a batch than alone")
        }
        let small = try await shrunk(query.query, examination)
        let reported = try await self.difference(small, examination) ?? difference
        examination.note(small.report, expected: reported.expected, found: reported.found)
    }

    /// The difference between engine and evaluator, or the error; `nil` if they agree.
    private static func difference(
        _ query: FilterCase, _ examination: Examination
    ) async throws -> (expected: String, found: String)? {
        let expected: [String]
        do {
            expected = SortCases.byID(try query.matchingIDs)
        } catch {
            return ("\(error)", "no error from validate")
        }
        var ids: [String] = []
        if let error = try await examination.error({
            ids = SortCases.byID(try await examination.engine.ids(query.request))
        }) {
            return ("\(expected.count) items", "threw \(error)")
        }
        if ids == expected { return nil }
        let missing = expected.filter { id in !ids.contains { $0.utf8.elementsEqual(id.utf8) } }
        let extra = ids.filter { id in !expected.contains { $0.utf8.elementsEqual(id.utf8) } }
        return (
            "\(expected.count) items",
            "\(ids.count) items; missing: \(documents(missing, query)); too many: \(documents(extra, query))"
        )
    }

    /// The documents' values for the fields of the search.
    private static func documents(_ ids: [String], _ query: FilterCase) -> String {
        let names = Set(query.leaves.map(\.property))
        let texts = ids.prefix(5).map { id in
            let index = HardDocuments.ids.firstIndex { $0.utf8.elementsEqual(id.utf8) }
            guard let index, case .object(let values)? = HardDocuments.instances[index]["values"] else {
                return id
            }
            return "\(id) \(values.filter { names.contains($0.name) }.map { "\($0.name): \($0.value)" })"
        }
        return texts.isEmpty ? "none" : texts.joined(separator: "; ")
    }

    /// The smallest search that still differs.
    private static func shrunk(_ query: FilterCase, _ examination: Examination) async throws -> FilterCase {
        var small = query
        if let values = small.values {
            let metadata = small.metadata
            small.values = try await values.shrunk {
                try await differs(FilterCase(values: $0, metadata: metadata), examination)
            }
        }
        if let metadata = small.metadata {
            let values = small.values
            small.metadata = try await metadata.shrunk {
                try await differs(FilterCase(values: values, metadata: $0), examination)
            }
        }
        return small
    }

    /// A smaller search that the engine rejects does not count.
    private static func differs(_ query: FilterCase, _ examination: Examination) async throws -> Bool {
        guard (try? examination.engine.validate(query.request)) != nil else { return false }
        return try await difference(query, examination) != nil
    }
}
