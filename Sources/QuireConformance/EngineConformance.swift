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
/// The suite asks some twenty thousand queries: every operation on every type of field, random filters, orders, pages,
/// full text, facets, typed items and hostile values. It compares each response with a plain evaluator in Swift. A query
/// that the engine's `validate(_:)` refuses must fail with the same error when it runs.
///
/// It needs no test framework: it returns a ``ConformanceReport``, and `check()` throws what differs.
public struct EngineConformance: Sendable {
    /// Takes an engine that holds the documents, and asks it.
    public typealias Test = @Sendable (any ContentEngine) async throws -> Void

    /// Makes an engine that holds exactly some documents, passes it to the test, and removes it afterwards.
    public typealias Fixture =
        @Sendable (_ documents: [ConformanceDocuments], _ test: Test) async throws -> Void

    private let options: ConformanceOptions
    private let fixture: Fixture

    /// - Parameters:
    ///   - options: What the suite may expect of the engine beyond its capabilities, and how much it asks.
    ///   - fixture: Called once for each check. The test has to find all documents with its first query.
    public init(options: ConformanceOptions = ConformanceOptions(), fixture: @escaping Fixture) {
        self.options = options
        self.fixture = fixture
    }

    /// Runs the checks of some areas, one after the other.
    ///
    /// - Parameters:
    ///   - areas: What to check; defaults to everything.
    ///   - isolation: The caller's actor, which `progress` is called on.
    ///   - progress: Receives each check when it has finished.
    /// - Returns: What was compared and what differs. An error that the engine throws where it should respond is a
    ///   difference.
    /// - Throws: What the fixture throws, for example for documents that it cannot store; `CancellationError`.
    public func run(
        _ areas: Set<ConformanceArea> = Set(ConformanceArea.allCases),
        isolation: isolated (any Actor)? = #isolation,
        progress: (ConformanceReport.Check) -> Void = { _ in }
    ) async throws -> ConformanceReport {
        try await run(checks: ConformanceCheck.all.filter { areas.contains($0.area) }, progress: progress)
    }

    /// Runs some checks, one after the other.
    func run(
        checks: [ConformanceCheck], isolation: isolated (any Actor)? = #isolation,
        progress: (ConformanceReport.Check) -> Void = { _ in }
    ) async throws -> ConformanceReport {
        var report = ConformanceReport(engine: "", checks: [])
        for check in checks {
            try Task.checkCancellation()
            let results = CheckResults()
            let options = options
            let documents = try check.tables(options).map {
                $0.documents(holdsWrongTypes: options.holdsWrongTypes)
            }
            try await fixture(documents) { engine in
                let examination = Examination(of: engine, options)
                try await check.run(examination)
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

/// What a check has found, handed out of the fixture.
private actor CheckResults {
    private(set) var last: (engine: String, check: ConformanceReport.Check)?

    func add(_ check: ConformanceReport.Check, by engine: String) { last = (engine, check) }
}

/// The fixture did not run the test that it was given.
struct ConformanceFixtureError: Error, CustomStringConvertible {
    let check: String

    var description: String {
        "The check \"\(check)\" cannot run: the fixture returned without calling its test. Call `try await test(engine)`."
    }
}
