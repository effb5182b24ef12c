import QuireCore
import QuireEngine
import QuireText

/// Every engine with facets counts like the evaluator.
enum FacetChecks {
    static let all = [
        ConformanceCheck(.facets, "counts and statistics", over: { _ in [HardDocuments.table] }, run: counts),
        ConformanceCheck(
            .facets, "facets of a full-text search", over: Topics.table,
            needs: { engine, _ in engine.fullText && engine.operations.isSuperset(of: [.greater, .in]) },
            run: text
        ),
        ConformanceCheck(.facets, "facets of a search that finds nothing", over: Topics.table, run: nothing),
    ]

    private static func counts(_ examination: Examination) async throws {
        let engine = examination.engine
        var samples: [(sample: FacetCase, counted: [CountedFacet])] = []
        for entry in try await EvaluatedFacets.shared.counted(seed: examination.options.seed) {
            if try await examination.supports(entry.sample.request) { samples.append(entry) }
        }
        for batch in samples.batches(of: examination.options.batchSize) where !examination.isFull {
            let pages = try await engine.pages(batch.map(\.sample.request))
            for (page, (sample, counted)) in zip(pages, batch) {
                examination.count()
                for difference in differences(of: page.facets, in: sample, from: counted) {
                    examination.note(
                        "\(sample.request)", expected: "the evaluator's counts", found: difference)
                }
            }
        }
    }

    private static func differences(
        of facets: [FacetResult], in sample: FacetCase, from expected: [CountedFacet]
    ) -> [String] {
        guard facets.count == sample.facets.count else { return ["\(facets.count) facets"] }
        return zip(zip(facets, sample.facets), expected).compactMap { response, counted in
            guard let field = try? sample.request.module.facet(response.1.field) else {
                return "no such field"
            }
            return counted.difference(response.0, of: response.1, field).map { "\(response.1): \($0)" }
        }
    }

    private static func text(_ examination: Examination) async throws {
        var request = SearchRequest(module: Topics.module)
        request.text = TextSearch("war")
        request.filter = .leaf(.init(.greater, "year", value: .integer(1900), type: .number))
        request.refinements = [
            FacetRefinement("year", .leaf(.init(.in, "year", value: .list([.integer(1902)]), type: .number))),
            FacetRefinement(
                "topics", .leaf(.init(.in, "topics", value: .list([.string("b")]), type: .string))),
        ]
        request.facets = [FacetRequest("year", isDisjunctive: true), FacetRequest("topics")]
        request.page = .page(1, size: 2)
        // "war" matches the even numbers, topic b the multiples of 3: 0, 6, 12 … 54.
        let both = (0..<Topics.count).filter { $0 % 6 == 0 }
        var years: [Int: Int] = [:]
        for number in both where number % 4 > 0 { years[1900 + number % 4, default: 0] += 1 }
        let chosen = both.filter { $0 % 4 == 2 }.count
        let expected = [
            FacetResult(
                field: "year", counts: years.map { FacetCount(.integer(Int64($0.key)), $0.value) },
                statistics: FacetStatistics(
                    count: chosen, minimum: 1902, maximum: 1902, sum: 1902 * Double(chosen)),
                isExhaustive: true),
            FacetResult(
                field: "topics",
                counts: [FacetCount(.string("a"), chosen), FacetCount(.string("b"), chosen)],
                isExhaustive: true),
        ]
        for sort in [[], [SortKey(.value("year"))]] {
            request.sort = sort
            guard try await examination.supports(request) else { continue }
            let page = try await examination.engine.page(request)
            examination.expect(page.facets, equals: expected, for: "\(request)")
            examination.expect(page.items.count, equals: 2, for: "how many items: \(request)")
            if examination.engine.capabilities.countsTotal {
                examination.expect(page.pageInfo.totalItems, equals: chosen, for: "the total: \(request)")
            }
        }
    }

    private static func nothing(_ examination: Examination) async throws {
        var request = SearchRequest(module: Topics.module)
        request.facets = [FacetRequest("year"), FacetRequest("topics")]
        let expected = ["year", "topics"].map { FacetResult(field: $0, counts: [], isExhaustive: true) }
        for narrow in [
            { $0.ids = [] }, { $0.ids = ["nowhere"] }, { $0.text = TextSearch("?!") },
            { $0.filter = .or([]) },
        ] as [@Sendable (inout SearchRequest) -> Void] {
            var request = request
            narrow(&request)
            guard try await examination.supports(request) else { continue }
            examination.expect(
                try await examination.engine.page(request).facets, equals: expected, for: "\(request)")
        }
    }
}

/// Sixty papers about wars and peace with years and topics, whose counts can be computed by hand.
enum Topics {
    static let module = ModuleDescriptor(
        name: "topics",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "year", kind: .integer, isSortable: true, facet: .disjunctive),
            FieldDescriptor(name: "topics", kind: .list(.text), facet: .conjunctive),
        ])

    static let count = 60

    static let table: DocumentTable = {
        let lines = (0..<count).map { number in
            let topics = ["a", "b", "c"].enumerated().filter { number % ($0.offset + 2) == 0 }.map {
                "\"\($0.element)\""
            }
            return """
                {"id":"p\(number)","values":{"title":"\(number % 2 == 0 ? "war" : "peace") \(number % 5)",\
                "year":\(1900 + number % 4),"topics":[\(topics.joined(separator: ","))]}}
                """
        }
        return DocumentTable(module, lines: lines, tidyLines: lines)
    }()
}
