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
        _ run: @escaping @Sendable (Examination) async throws -> Void
    ) {
        self.init(area, name, over: { _ in [table] }, needs: needs, run)
    }

    init(
        _ area: ConformanceArea, _ name: String,
        over tables: @escaping @Sendable (ConformanceOptions) throws -> [DocumentTable],
        needs: @escaping Needs = { _, _ in true },
        _ run: @escaping @Sendable (Examination) async throws -> Void
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
