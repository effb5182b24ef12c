import Foundation
import Quire
import QuireTesting
import Testing

@testable import QuireConformance

/// The suite finds and reports faults of an engine.
@Suite struct FaultTests {
    @Test(
        "A fault in an engine is reported by the matching check",
        arguments: Fault.all)
    func found(_ fault: Fault) async throws {
        let report = try await Self.report(fault) { $0.name == fault.check }
        let check = try #require(report.checks.first)
        #expect(check.area == fault.area)
        #expect(!check.differences.isEmpty, "\(fault.name)")
        let error = #expect(throws: ConformanceError.self) { try report.check() }
        #expect(error?.description.contains(fault.check) == true)
        for difference in check.differences {
            #expect(!difference.request.isEmpty && difference.found != difference.expected)
        }
    }

    @Test("The same engine without a fault conforms")
    func sound() async throws {
        // These two are slow; `ConformanceTests` runs them for the in-memory engine itself.
        let long = ["every operation on every field", "values in every position"]
        let report = try await Self.report(nil) { !long.contains($0.name) }
        #expect(report.isConforming, "\(report)")
        #expect(throws: Never.self) { try report.check() }
        #expect(report.checks.count == 33)
        #expect(ConformanceCheck.all.count == 35)
        #expect(report.engine == "faulty")
    }

    @Test("A fixture that does not run its test is an error, not a success")
    func idleFixture() async {
        let conformance = EngineConformance { _, _ in }
        await #expect(throws: (any Error).self) { try await conformance.run([.items]) }
    }

    @Test("A run without checks is not a success")
    func noChecks() async throws {
        let conformance = EngineConformance { _, test in try await test(InMemoryEngine()) }
        let report = try await conformance.run([])
        #expect(!report.isConforming)
        let error = #expect(throws: ConformanceError.self) { try report.check() }
        #expect(error?.description.contains("Nothing was checked") == true)
    }

    @Test(
        "An engine that never responds, or always throws, fails each check, and the suite ends",
        arguments: Unresponsive.Kind.allCases)
    func unresponsive(_ kind: Unresponsive.Kind) async throws {
        var options = ConformanceOptions()
        options.trees = 60
        options.maximumDifferences = 3
        options.responseTime = .milliseconds(1)
        let conformance = EngineConformance(options: options) { _, test in
            try await test(Unresponsive(kind: kind))
        }
        let report = try await conformance.run()
        #expect(report.checks.count == 35)
        for check in report.checks { #expect(!check.differences.isEmpty, "\(check)") }
        let text = "\(report)"
        switch kind {
        case .silent: #expect(text.contains("no response within 0 s to "))
        case .cancelled: #expect(text.contains("CancellationError"))
        case .failing: #expect(text.contains("UnknownError"))
        }
    }

    @Test(
        "An engine that rejects every request fails each check alone",
        arguments: ConformanceCheck.all.map(\.name))
    func refusing(_ name: String) async throws {
        var capabilities = InMemoryCapabilities.all("refusing")
        capabilities.sortsAcrossRelations = true
        let report = try await Self.report(ofRefusing: capabilities, [name])
        #expect(report.checks.count == 1 && !report.isConforming)
        #expect(report.checks.first?.compared == 0)
    }

    @Test("An engine without full text and facets needs no responses to compare for them")
    func unclaimed() async throws {
        var capabilities = InMemoryCapabilities.all("refusing")
        capabilities.fullText = false
        capabilities.facets = false
        let areas: Set<ConformanceArea> = [.text, .facets, .drafts]
        let names = ConformanceCheck.all.filter { areas.contains($0.area) }.map(\.name)
        let report = try await Self.report(ofRefusing: capabilities, names)
        #expect(report.checks.count == 8)
        #expect(report.isConforming, "\(report)")
    }

    private static func report(
        ofRefusing capabilities: EngineCapabilities, _ names: [String]
    ) async throws -> ConformanceReport {
        var options = ConformanceOptions()
        options.trees = 60
        return try await EngineConformance(options: options) { _, test in
            try await test(Refusing(capabilities: capabilities))
        }.run(checks: ConformanceCheck.all.filter { names.contains($0.name) })
    }

    private static func report(
        _ fault: Fault?, _ isWanted: (ConformanceCheck) -> Bool
    ) async throws -> ConformanceReport {
        var options = ConformanceOptions()
        options.trees = 60
        options.maximumDifferences = 3
        return try await EngineConformance(options: options) { documents, test in
            let memory = InMemoryEngine()
            for table in documents {
                await memory.add(try table.items, to: table.module)
            }
            try await test(FaultyEngine(memory: memory, fault: fault))
        }.run(checks: ConformanceCheck.all.filter(isWanted))
    }
}

/// A typical fault of engines.
struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var area: ConformanceArea
    /// The check that must report it.
    var check: String
    /// The request as the faulty engine reads it.
    var understands: @Sendable (SearchRequest) -> SearchRequest
    /// The response as the faulty engine returns it.
    var changes: @Sendable (inout EngineResponse, SearchRequest) -> Void
    /// Whether `validate` accepts everything.
    var acceptsEverything: Bool
    var capabilities: @Sendable (inout EngineCapabilities) -> Void
    /// Requests that it rejects only when it runs them.
    var refuses: @Sendable (SearchRequest) -> Bool

    var testDescription: String { name }

    static let all: [Fault] = [
        leaf("a comparison is flipped", "every operation on every field") { leaf in
            if leaf.operation == .greater { leaf.operation = .less }
        },
        leaf("greater or equal excludes equal", "filters with handwritten results") { leaf in
            if leaf.operation == .greaterOrEqual { leaf.operation = .greater }
        },
        leaf("null matches the empty text", "filters with handwritten results") { leaf in
            if leaf.operation == .equal, leaf.value == .null, leaf.property == "title" {
                leaf.value = .string("")
            }
        },
        leaf("a complement excludes items without a value", "random filters") { leaf in
            if leaf.operation == .notGreater { leaf.operation = .lessOrEqual }
        },
        leaf("texts compare without their case", "filters with handwritten results") { leaf in
            if leaf.operation == .contains { leaf.operation = .like }
        },
        leaf("integers are read as doubles", "every operation on every field") { leaf in
            if case .integer(let number) = leaf.value { leaf.value = .number(Double(number)) }
        },
        Fault(name: "an `or` is read as an `and`", area: .filters, check: "random filters") { request in
            var request = request
            request.filter = request.filter?.changed {
                if case .or(let operands) = $0 { .and(operands) } else { $0 }
            }
            return request
        },
        Fault(
            name: "a page is lost", area: .pages, check: "pages by number, offset and cursor cover the result"
        ) { request in
            var request = request
            if case .page(let number, let size) = request.page, number > 2, number < 1_000 {
                request.page = .page(number + 1, size: size)
            }
            return request
        },
        Fault(
            name: "the sort order is ignored", area: .pages, check: "sort orders"
        ) { request in
            var request = request
            request.sort = []
            return request
        },
        Fault(
            name: "no value is sorted last", area: .pages, check: "sort orders"
        ) { request in
            var request = request
            for index in request.sort.indices where request.sort[index].nulls == nil {
                request.sort[index].nulls = .last
            }
            return request
        },
        Fault(
            name: "a cursor of another order is accepted", area: .pages,
            check: "pages out of range and foreign cursors are rejected"
        ) { request in
            var request = request
            if case .cursor(_?, let limit) = request.page { request.page = .cursor(nil, limit: limit) }
            return request
        },
        Fault(
            name: "the total is the page's", area: .pages, check: "pagination of a page",
            changes: { answer, _ in answer.pageInfo.totalItems = answer.pageInfo.limit }),
        Fault(
            name: "the last word is not a prefix", area: .text, check: "words, phrases and their combinations"
        ) { request in
            var request = request
            if case .all(let words, .lastWordAsPrefix)? = request.text?.query {
                request.text?.query = .all(words, matching: .wholeWords)
            }
            return request
        },
        Fault(
            name: "a search without a word finds nothing", area: .text,
            check: "a search without a word finds everything"
        ) { request in
            var request = request
            request.text?.emptyFindsAll = false
            return request
        },
        Fault(
            name: "facets count one too many", area: .facets, check: "counts and statistics",
            changes: { answer, _ in
                for facet in answer.facets.indices where !answer.facets[facet].counts.isEmpty {
                    answer.facets[facet].counts[0].count += 1
                }
            }),
        Fault(
            name: "disjunctive facets count within their own refinement", area: .drafts,
            check: "random drafts"
        ) { request in
            var request = request
            for index in request.facets.indices { request.facets[index].isDisjunctive = false }
            return request
        },
        Fault(name: "ids are ignored", area: .items, check: "ids") { request in
            var request = request
            request.ids = nil
            return request
        },
        Fault(name: "any tag of a segment matches", area: .items, check: "segments by tags") { request in
            var request = request
            request.segment?.mode = .partial
            return request
        },
        Fault(name: "all fields come back", area: .items, check: "projections") { request in
            var request = request
            request.fields = nil
            return request
        },
        Fault(
            name: "fields of related items are missing", area: .items, check: "projections across relations"
        ) { request in
            var request = request
            request.relatedFields = []
            return request
        },
        Fault(
            name: "an order across relations is ignored", area: .items, check: "orders across relations"
        ) { request in
            var request = request
            request.sort.removeAll { !$0.steps.isEmpty }
            return request
        },
        Fault(
            name: "unknown fields are ignored", area: .items,
            check: "invalid queries are rejected"
        ) {
            request in
            var request = request
            if request.fields == ["titel"] { request.fields = nil }
            return request
        },
        Fault(
            name: "a hostile text is cut at NUL", area: .hostileValues, check: "values in every position"
        ) { request in
            var request = request
            request.filter = request.filter?.changed {
                guard case .leaf(var leaf) = $0, case .string(let text) = leaf.value else { return $0 }
                leaf.value = .string(String(text.prefix { $0 != "\u{0}" }))
                return .leaf(leaf)
            }
            return request
        },
        Fault(
            name: "validate accepts what search rejects", area: .filters,
            check: "every operation on every field",
            acceptsEverything: true, refuses: { $0.filter?.hasLeaf { $0.operation == .near } == true }),
        Fault(
            name: "capabilities exclude what the engine runs", area: .filters,
            check: "every operation on every field",
            acceptsEverything: true, capabilities: { $0.operations.remove(.like) }),
        Fault(
            name: "search runs what validate rejects", area: .filters,
            check: "every operation on every field",
            capabilities: { $0.operations.remove(.near) }),
    ]

    private static func leaf(
        _ name: String, _ check: String, _ change: @escaping @Sendable (inout Filter.Leaf) -> Void
    ) -> Fault {
        Fault(name: name, area: .filters, check: check) { request in
            var request = request
            request.filter = request.filter?.changed {
                guard case .leaf(var leaf) = $0 else { return $0 }
                change(&leaf)
                return .leaf(leaf)
            }
            return request
        }
    }

    init(
        name: String, area: ConformanceArea, check: String,
        understands: @escaping @Sendable (SearchRequest) -> SearchRequest = { $0 },
        changes: @escaping @Sendable (inout EngineResponse, SearchRequest) -> Void = { _, _ in },
        acceptsEverything: Bool = false,
        capabilities: @escaping @Sendable (inout EngineCapabilities) -> Void = { _ in },
        refuses: @escaping @Sendable (SearchRequest) -> Bool = { _ in false }
    ) {
        self.name = name
        self.area = area
        self.check = check
        self.acceptsEverything = acceptsEverything
        self.capabilities = capabilities
        self.refuses = refuses
        self.changes = changes
        self.understands = understands
    }
}

/// The in-memory engine with a fault.
private struct FaultyEngine: ContentEngine {
    let memory: InMemoryEngine
    let fault: Fault?

    var capabilities: EngineCapabilities {
        var capabilities = memory.capabilities
        capabilities.name = "faulty"
        fault?.capabilities(&capabilities)
        return capabilities
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        var responses: [SearchResponse<Item>] = []
        for request in requests {
            responses.append(try await self.response(request).response(reading: decoder, request.decoding))
        }
        return responses
    }

    func searchData(_ request: SearchRequest) async throws -> Data { try await self.response(request).page }

    private func response(_ request: SearchRequest) async throws -> EngineResponse {
        if fault?.refuses(request) == true { throw Self.refusal }
        let understood = fault?.understands(request) ?? request
        guard let result = try await memory.responses(to: [understood]).first else { throw Self.refusal }
        var answer = try result.get()
        fault?.changes(&answer, request)
        return answer
    }

    func validate(_ request: SearchRequest) throws {
        let understood = fault?.understands(request) ?? request
        if fault?.acceptsEverything != true { try request.check(for: capabilities) }
        try memory.validate(understood)
    }

    func explain(_ request: SearchRequest) throws -> String { try memory.explain(request) }

    private static let refusal = UnsupportedError(engine: "faulty", node: "it", hint: "use another engine")
}

extension Filter {
    /// The filter with each of its parts changed, the innermost first.
    fileprivate func changed(_ change: (Filter) -> Filter) -> Filter {
        switch self {
        case .leaf: change(self)
        case .and(let operands): change(.and(operands.map { $0.changed(change) }))
        case .or(let operands): change(.or(operands.map { $0.changed(change) }))
        case .any(let step, let operand): change(.any(step, operand.changed(change)))
        case .none(let step, let operand): change(.none(step, operand.changed(change)))
        }
    }

    fileprivate func hasLeaf(_ isWanted: (Leaf) -> Bool) -> Bool {
        switch self {
        case .leaf(let leaf): isWanted(leaf)
        case .and(let operands), .or(let operands): operands.contains { $0.hasLeaf(isWanted) }
        case .any(_, let operand), .none(_, let operand): operand.hasLeaf(isWanted)
        }
    }
}
