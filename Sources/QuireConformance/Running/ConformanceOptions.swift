/// What the conformance suite may expect of an engine beyond its capabilities, and how much it asks.
///
/// ```swift
/// var options = ConformanceOptions()
/// options.holdsWrongTypes = false         // the engine refuses items whose values have the wrong type
/// options.trees = 300                     // a quick run
/// ```
public struct ConformanceOptions: Sendable, Hashable {
    /// Whether the engine holds items with values of the wrong type. If not, the suite gives it documents without them.
    public var holdsWrongTypes = true
    /// Whether the engine itself finds fields that do not exist and operands of the wrong type, and throws `QueryError`
    /// before any I/O. An engine that leaves this to its server throws that server's error.
    public var checksFields = true
    /// Whether a request for no field at all returns items without values.
    public var supportsEmptyProjections = true
    /// Whether every `UnsupportedError` is a difference: for an engine that can run everything.
    public var refusesNothing = false
    /// How many requests go into one call of `search`.
    public var batchSize = 40
    /// How many random filters are asked; a fifth of them has a second one over the metadata.
    public var trees = 1_500
    /// How many differences of one check are reported; the check ends there.
    public var maximumDifferences = 5
    /// What random filters, orders and drafts are drawn from: the same ones for the same seed.
    public var seed: UInt64 = 20_240_229

    public init() {}
}
