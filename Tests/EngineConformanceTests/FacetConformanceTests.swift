import Quire
import Testing

/// Every engine that has facets counts as the second oracle does, which shares no code with the package.
@Suite struct FacetConformanceTests {
    private static let expected = Result { try PythonOracle.answers(countings: FacetCase.all).countings }

    @Test("Facets have the counts and statistics that python3 finds", arguments: Engines.all)
    func counts(_ subject: any EngineUnderTest) async throws {
        let expected = try Self.expected.get()
        try await subject.filled(with: HardDocuments.table) { (engine) async throws in
            var asked: [(sample: FacetCase, expected: [CountedFacet])] = []
            for (sample, counted) in zip(FacetCase.all, expected) {
                if subject.supports(sample.request, engine) {
                    asked.append((sample, counted))
                } else {
                    await #expect(throws: UnsupportedError.self) { try await engine.ids(sample.request) }
                }
            }
            var reports: [String] = []
            for batch in asked.batches(of: subject.batchSize) where reports.count < 5 {
                for (page, (sample, counted)) in zip(
                    try await engine.pages(batch.map(\.sample.request)), batch)
                {
                    let differences = Self.differences(page.facets, sample, counted)
                    if !differences.isEmpty {
                        reports.append("\(sample.report)\n\(differences.joined(separator: "\n"))")
                    }
                }
            }
            print(
                "conformance: \(subject.testDescription): \(asked.count) searches with facets, "
                    + "\(reports.count) differences, \(FacetCase.all.count - asked.count) refused")
            #expect(reports.isEmpty, "\(reports.prefix(5).joined(separator: "\n\n"))")
            #expect(asked.isEmpty == !engine.capabilities.facets)
        }
    }

    private static func differences(
        _ found: [FacetResult], _ sample: FacetCase, _ expected: [CountedFacet]
    ) -> [String] {
        guard found.count == sample.facets.count else { return ["\(found.count) facets"] }
        return zip(zip(found, sample.facets), expected).compactMap { answer, counted in
            guard let field = try? sample.request.module.facet(answer.1.field) else { return "no such field" }
            return counted.difference(answer.0, of: answer.1, field)
        }
    }

    @Test("The counts tell something: most facets have several values, and refinements change them")
    func telling() throws {
        let expected = try Self.expected.get().flatMap { $0 }
        #expect(expected.count { $0.counts.count > 1 } * 2 > expected.count)
        #expect(FacetCase.all.count { !$0.refinements.isEmpty } > 100)
    }

    // MARK: - With full text

    static let papers = ModuleDescriptor(
        name: "topics",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "year", kind: .integer, isSortable: true, facet: .disjunctive),
            FieldDescriptor(name: "topics", kind: .list(.text), facet: .conjunctive),
        ])

    static let papersTable: DocumentTable = {
        let lines = (0..<60).map { number in
            let topics = ["a", "b", "c"].enumerated().filter { number % ($0.offset + 2) == 0 }.map {
                "\"\($0.element)\""
            }
            return """
                {"id":"p\(number)","values":{"title":"\(number % 2 == 0 ? "war" : "peace") \(number % 5)",\
                "year":\(1900 + number % 4),"topics":[\(topics.joined(separator: ","))]}}
                """
        }
        return DocumentTable(papers, lines: lines, tidyLines: lines)
    }()

    @Test("Facets count what a full-text search with filters and refinements finds", arguments: Engines.all)
    func text(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: Self.papersTable) { (engine) async throws in
            var request = SearchRequest(module: Self.papers)
            request.text = TextSearch("war")
            request.filter = .leaf(.init(.greater, "year", .integer(1900), type: .number))
            request.refinements = [
                FacetRefinement("year", .leaf(.init(.in, "year", .list([.integer(1902)]), type: .number))),
                FacetRefinement("topics", .leaf(.init(.in, "topics", .list([.string("b")]), type: .string))),
            ]
            request.facets = [FacetRequest("year", isDisjunctive: true), FacetRequest("topics")]
            request.page = .page(1, size: 2)
            for sort in [[], [SortKey(.value("year"))]] {
                request.sort = sort
                guard subject.supports(request, engine) else { continue }
                let page = try await engine.page(request)
                // "war" has the even numbers, topic b the multiples of 3: 0, 6, 12 … 54.
                let both = (0..<60).filter { $0 % 6 == 0 }
                var years: [Int: Int] = [:]
                for number in both where number % 4 > 0 { years[1900 + number % 4, default: 0] += 1 }
                let chosen = both.filter { $0 % 4 == 2 }
                #expect(page.pageInfo.totalItems == chosen.count)
                #expect(page.items.count == 2)
                #expect(
                    page.facets == [
                        FacetResult(
                            field: "year",
                            counts: years.map { FacetCount(.integer(Int64($0.key)), $0.value) },
                            statistics: FacetStatistics(
                                count: chosen.count, minimum: 1902, maximum: 1902,
                                sum: 1902 * Double(chosen.count)),
                            isExhaustive: true),
                        FacetResult(
                            field: "topics",
                            counts: [
                                FacetCount(.string("a"), chosen.count),
                                FacetCount(.string("b"), chosen.count),
                            ], isExhaustive: true),
                    ])
            }
        }
    }

    @Test("A search that finds nothing has facets without values", arguments: Engines.all)
    func nothing(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: Self.papersTable) { (engine) async throws in
            var request = SearchRequest(module: Self.papers)
            request.facets = [FacetRequest("year"), FacetRequest("topics")]
            for narrow in [
                { $0.ids = [] }, { $0.ids = ["nowhere"] }, { $0.text = TextSearch("?!") },
                { $0.filter = .or([]) },
            ] as [@Sendable (inout SearchRequest) -> Void] {
                var request = request
                narrow(&request)
                guard subject.supports(request, engine) else { continue }
                let facets = try await engine.page(request).facets
                #expect(
                    facets
                        == ["year", "topics"].map { FacetResult(field: $0, counts: [], isExhaustive: true) })
            }
        }
    }
}
