import Foundation
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

extension ObservedEngine: LiveProviding {
    package var liveSource: LiveSource? {
        guard var source = base.live else { return nil }
        source.engine = ObservedLiveEngine(base: source.engine, observe: observed)
        return source
    }

    private func observed(_ engine: any AggregatingEngine) -> any AggregatingEngine {
        func wrapped(_ engine: some AggregatingEngine) -> any AggregatingEngine {
            engine.observed(by: observer)
        }
        return wrapped(engine)
    }
}

/// A live engine whose reads are reported to an observer.
struct ObservedLiveEngine: LiveEngine {
    let base: any LiveEngine
    let observe: @Sendable (any AggregatingEngine) -> any AggregatingEngine

    var capabilities: EngineCapabilities { base.capabilities }

    func watchCommits() async -> CommitWatch { await base.watchCommits() }

    func reading<Result: Sendable>(
        _ body: @Sendable (any AggregatingEngine) async throws -> Result
    ) async throws -> Result {
        try await base.reading { try await body(observe($0)) }
    }

    func storedModule(_ module: ModuleDescriptor) -> ModuleDescriptor { base.storedModule(module) }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await observe(base).search(requests, decoding: decoder)
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try await observe(base).searchData(request)
    }

    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await observe(base).aggregate(request)
    }

    func validate(_ request: SearchRequest) throws { try base.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }

    func validate(_ request: AggregateRequest) throws { try base.validate(request) }

    func explain(_ request: AggregateRequest) throws -> String { try base.explain(request) }
}
