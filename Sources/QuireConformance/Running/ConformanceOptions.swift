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
