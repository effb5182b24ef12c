public import QuireEngine

/// Runs Quire's conformance suite against an engine.
///
/// ```swift
/// let conformance = EngineConformance { documents, test in
///     let engine = InMemoryEngine()
///     for table in documents { await engine.add(try table.items, to: table.module) }
///     try await test(engine)
/// }
/// try await conformance.run().check()
/// ```
///
/// The suite runs about twenty thousand queries: every operation on every type of field, random filters, sort orders,
/// pages, full text, facets, typed items and hostile values. It compares each response with a plain evaluator in
/// Swift. A query that the engine's `validate(_:)` rejects must throw the same error when it runs. A check that compares
/// no response is a difference, unless the engine's capabilities exclude what it checks.
///
/// It needs no test framework: it returns a ``ConformanceReport``, whose `check()` throws an error with the
/// differences.
public struct EngineConformance: Sendable {
    /// Runs the suite's queries on an engine that contains the documents.
    public typealias Test = @Sendable (any ContentEngine) async throws -> Void

    /// Creates an engine that contains exactly some documents, passes it to the test, and removes it afterwards.
    public typealias Fixture =
        @Sendable (_ documents: [ConformanceDocuments], _ test: Test) async throws -> Void

    private let options: ConformanceOptions
    private let fixture: Fixture

    /// - Parameters:
    ///   - options: The suite's expectations beyond the engine's capabilities, and the number of queries.
    ///   - fixture: Called once for each check. The test's first query must find all documents.
    public init(options: ConformanceOptions = ConformanceOptions(), fixture: @escaping Fixture) {
        self.options = options
        self.fixture = fixture
    }

    /// Runs the checks of some areas in order.
    ///
    /// - Parameters:
    ///   - areas: The areas to check; defaults to all.
    ///   - isolation: The caller's actor, on which `progress` is called.
    ///   - progress: Receives each finished check.
    /// - Returns: The number of comparisons and the differences. An unexpected error of the engine is a difference.
    /// - Throws: The fixture's error, for example for documents that it cannot store; `CancellationError`.
    public func run(
        _ areas: Set<ConformanceArea> = Set(ConformanceArea.allCases),
        isolation: isolated (any Actor)? = #isolation,
        progress: (ConformanceReport.Check) -> Void = { _ in }
    ) async throws -> ConformanceReport {
        let checks = ConformanceCheck.all.filter { check in
            areas.contains(check.area) && (options.holdsHostileValues || !check.needsHostileValues)
        }
        return try await run(checks: checks, progress: progress)
    }

    /// Runs some checks in order.
    func run(
        checks: [ConformanceCheck], isolation: isolated (any Actor)? = #isolation,
        progress: (ConformanceReport.Check) -> Void = { _ in }
    ) async throws -> ConformanceReport {
        var report = ConformanceReport(engine: "", checks: [])
        for check in checks {
            try Task.checkCancellation()
            let results = CheckResults()
            let options = options
            let arePlain = !options.holdsHostileValues
            let documents = try HardDocuments.$arePlain.withValue(arePlain) {
                try check.tables(options).map { $0.documents(holdsWrongTypes: options.holdsWrongTypes) }
            }
            try await fixture(documents) { engine in
                let examination = Examination(
                    of: WatchedEngine(engine, limit: options.responseTime), options)
                try await HardDocuments.$arePlain.withValue(arePlain) { try await check.run(examination) }
                await results.add(examination.check(check), by: engine.capabilities.name)
            }
            guard let (engine, result) = await results.last else {
                throw ConformanceFixtureError(check: check.name)
            }
            report.engine = engine
            report.checks.append(result)
            progress(result)
        }
        return report
    }
}

/// The results of a check, passed out of the fixture.
private actor CheckResults {
    private(set) var last: (engine: String, check: ConformanceReport.Check)?

    func add(_ check: ConformanceReport.Check, by engine: String) { last = (engine, check) }
}

/// The fixture did not run its test.
struct ConformanceFixtureError: Error, CustomStringConvertible {
    let check: String

    var description: String {
        "The check \"\(check)\" cannot run: the fixture returned without calling its test. Call `try await test(engine)`."
    }
}

extension ConformanceCheck {
    /// The whole suite, in the order of execution.
    static let all: [ConformanceCheck] =
        FilterChecks.all + MemberChecks.all + PagingChecks.all + TextChecks.all + FacetChecks.all
        + DraftChecks.all
        + AggregateChecks.all + ItemChecks.all + RelatedChecks.all + HostileChecks.all
}
