import QuireEngine

/// One check of the suite: its documents and its queries.
struct ConformanceCheck: Sendable {
    /// Whether the check has requests that an engine with these capabilities supports.
    typealias Needs = @Sendable (EngineCapabilities, ConformanceOptions) -> Bool

    let area: ConformanceArea
    let name: String
    let tables: @Sendable (ConformanceOptions) throws -> [DocumentTable]
    /// Whether its results are those of hostile values, so that it is left out without them.
    let needsHostileValues: Bool
    /// - Throws: An unexpected error of the engine, which becomes a difference.
    let run: @Sendable (Examination) async throws -> Void

    /// The name of the check whose results are written by hand.
    static let handwritten = "filters with handwritten results"

    /// - Parameter needs: The capabilities that the check needs beyond those of its area.
    init(
        _ area: ConformanceArea, _ name: String, over table: DocumentTable,
        needs: @escaping Needs = { _, _ in true },
        run: @escaping @Sendable (Examination) async throws -> Void
    ) {
        self.init(area, name, over: { _ in [table] }, needs: needs, run: run)
    }

    init(
        _ area: ConformanceArea, _ name: String,
        over tables: @escaping @Sendable (ConformanceOptions) throws -> [DocumentTable],
        needs: @escaping Needs = { _, _ in true },
        run: @escaping @Sendable (Examination) async throws -> Void
    ) {
        self.area = area
        self.name = name
        needsHostileValues = area == .hostileValues || name == Self.handwritten
        self.tables = tables
        // An error ends the check and is reported as a difference.
        self.run = { examination in
            do {
                try await run(examination)
                let capabilities = examination.engine.capabilities
                // An engine that rejects every request must not pass.
                if area.isClaimed(by: capabilities), needs(capabilities, examination.options) {
                    examination.expectComparisons(of: name)
                }
            } catch let error as CancellationError where Task.isCancelled {
                throw error
            } catch {
                examination.note(name, expected: "responses", found: "threw \(error)")
            }
        }
    }
}

/// A part of the conformance suite.
public enum ConformanceArea: String, Sendable, Hashable, CaseIterable {
    /// Every operation on every type of field, and random filters of them.
    case filters
    /// Sort orders, pages by number, offset and cursor, and the pages' pagination.
    case pages
    /// Words, phrases and their combinations; skipped for engines without full text.
    case text
    /// Counts and statistics of facets, with filters and refinements.
    case facets
    /// Random refinements of search screens, with the counts of every kind of facet.
    case drafts
    /// Sums, averages, extremes and groups; skipped for engines that are no `AggregatingEngine`.
    case aggregates
    /// Typed items, included relations, ids, segments, projections, and invalid queries.
    case items
    /// Texts with a meaning in some query language.
    case hostileValues
}

extension ConformanceArea {
    /// Whether an engine with these capabilities supports a part of each check of the area.
    func isClaimed(by capabilities: EngineCapabilities) -> Bool {
        switch self {
        case .filters, .pages, .items, .hostileValues: true
        case .text: capabilities.fullText
        case .facets, .drafts: capabilities.facets
        // The check itself requires comparisons from an engine that computes aggregates.
        case .aggregates: false
        }
    }
}

/// The conformance suite's expectations beyond an engine's capabilities, and its number of queries.
///
/// ```swift
/// var options = ConformanceOptions()
/// options.holdsWrongTypes = false         // the engine rejects items whose values have the wrong type
/// options.trees = 300                     // a quick run
/// ```
public struct ConformanceOptions: Sendable, Hashable {
    /// Whether the documents contain values that engines often handle incorrectly. If not, the tables for filters, sort orders,
    /// pages, facets and aggregates have ordinary values, which every engine can hold, and the checks of hostile values and
    /// of handwritten results are left out.
    public var holdsHostileValues = true
    /// Whether the engine stores items with values of the wrong type. If not, the suite's documents contain none.
    public var holdsWrongTypes = true
    /// Whether the engine itself detects unknown fields and operands of the wrong type, and throws `QueryError`
    /// before any I/O. An engine that leaves this to its server throws that server's error.
    public var checksFields = true
    /// Whether a request without any field returns items without values.
    public var supportsEmptyProjections = true
    /// Whether every `UnsupportedError` is a difference, for an engine that supports everything.
    public var refusesNothing = false
    /// The number of requests in one call of `search`.
    public var batchSize = 40
    /// The number of random filters; a fifth of them also have a filter over the metadata.
    public var trees = 1_500
    /// The maximum time for a response to one call of `search`. An engine that takes longer fails the check, so one that waits
    /// forever does not stop the suite.
    public var responseTime = Duration.seconds(120)
    /// The maximum number of reported differences per check; the check then ends.
    public var maximumDifferences = 5
    /// The seed of random filters, sort orders and drafts: the same seed produces the same ones.
    public var seed: UInt64 = 20_240_229

    public init() {}
}
