import QuireCore

/// Where a module's items are loaded into.
protocol LoadTarget: Sendable {
    /// What tells the target from others: engine, address, module and schema; no secrets. State files are found by it.
    var name: String { get }

    /// For people: `the store content.sqlite`.
    var title: String { get }

    /// Makes ready what is to be filled.
    ///
    /// - Parameter resuming: Whether what an earlier load left may be gone on with.
    func prepare(resuming: Bool) async throws -> LoadGround

    /// Loads a file from a position on; tells each batch once the engine has acknowledged it.
    ///
    /// What `told` throws ends the load; what was told stays loaded.
    func load(
        _ path: String, from position: LinePosition, batchSize: Int,
        told: @escaping @Sendable (LoadedBatch) throws -> Void
    ) async throws

    /// Ends a load of all files that came to its end.
    func finish() async throws
}

/// What a load fills.
struct LoadGround: Sendable, Hashable {
    /// What tells it from an earlier one of the same name: an earlier load into that one is worth nothing.
    var identity: String
    /// Whether it is known to hold nothing, so that an earlier load cannot have been into it.
    var isEmpty: Bool
}

/// A place between two lines of a file.
struct LinePosition: Sendable, Hashable, Codable {
    /// How many lines stand before it.
    var line: Int
    /// How many bytes stand before it.
    var offset: Int64

    static let start = LinePosition(line: 0, offset: 0)
}

/// Lines that the engine has acknowledged, or that were left out.
struct LoadedBatch: Sendable {
    /// Behind the last of the lines.
    var position: LinePosition
    /// How many items were stored.
    var loaded: Int
    var problems: [LineProblem]
    /// The unknown keys of all lines that this load has read.
    var unknownKeys: [UnknownKey] = []
}
