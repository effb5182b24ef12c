import QuireCore

/// An engine that reports its commits and reads from snapshots.
package protocol LiveEngine: AggregatingEngine {
    /// Starts watching the commits.
    func watchCommits() async -> CommitWatch

    /// Runs reads that all see the same committed state. The body must only read.
    func reading<Result: Sendable>(
        _ body: @Sendable (any AggregatingEngine) async throws -> Result
    ) async throws -> Result

    /// The module as it is stored, for a module that a request names.
    func storedModule(_ module: ModuleDescriptor) -> ModuleDescriptor
}

extension LiveEngine {
    package func storedModule(_ module: ModuleDescriptor) -> ModuleDescriptor { module }
}

/// An engine that may be live, or may wrap one that is.
package protocol LiveProviding: ContentEngine {
    /// The engine that live queries read. `nil` if there is none.
    var liveSource: LiveSource? { get }
}

extension LiveProviding where Self: LiveEngine {
    package var liveSource: LiveSource? { LiveSource(engine: self) }
}

/// The engine that live queries read.
package struct LiveSource: Sendable {
    package var engine: any LiveEngine
    /// Whether it is the one on this device, of two.
    package var isLocal = false

    package init(engine: any LiveEngine) { self.engine = engine }
}

extension ContentEngine {
    /// The engine that live queries read. `nil` if there is none.
    package var live: LiveSource? { (self as? any LiveProviding)?.liveSource }
}
