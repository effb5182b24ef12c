import QuireCore

/// The destination for a module's items.
protocol LoadTarget: Sendable {
    /// Identifies the target: engine, address, module and schema, without secrets. State files are found by it.
    var name: String { get }

    /// A readable name: `the store content.sqlite`.
    var title: String { get }

    /// Prepares the destination.
    ///
    /// - Parameter resuming: Whether an unfinished earlier load may be resumed.
    func prepare(resuming: Bool) async throws -> LoadGround

    /// Loads a file from a position. Reports each batch after the engine has stored it.
    ///
    /// An error thrown by `report` ends the load. Reported batches stay loaded.
    func load(
        _ path: String, from position: LinePosition, batchSize: Int,
        report: @escaping @Sendable (LoadedBatch) throws -> Void
    ) async throws

    /// Finishes a load after all files are complete.
    func finish() async throws
}

/// The store or collection that a load fills.
struct LoadGround: Sendable, Hashable {
    /// Distinguishes it from an earlier one with the same name, whose states do not apply.
    var identity: String
    /// Whether it is known to be empty, so that no earlier load can be resumed.
    var isEmpty: Bool
}

/// A position between two lines of a file.
struct LinePosition: Sendable, Hashable, Codable {
    /// The number of lines before it.
    var line: Int
    /// The number of bytes before it.
    var offset: Int64

    static let start = LinePosition(line: 0, offset: 0)
}

/// Lines that the engine has stored, or that were skipped.
struct LoadedBatch: Sendable {
    /// The position after the last line.
    var position: LinePosition
    /// The number of stored items.
    var loaded: Int
    var problems: [LineProblem]
    /// The unknown keys of all lines read by this load.
    var unknownKeys: [UnknownKey] = []
}
