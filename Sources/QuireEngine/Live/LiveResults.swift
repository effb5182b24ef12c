import Foundation
import QuireCore
import QuireToolbox

/// The results of a query, now and after each change. Returned by `ContentClient.live`.
///
/// ```swift
/// for try await page in content.live(Books.query().where(\.age >= 18).sort(by: \.title)) {
///     show(page.items)
/// }
/// ```
/// The first result comes at once. Each later one comes after a commit that has changed it, so two consecutive results
/// are never equal. If several commits follow each other quickly, or the loop is still busy with a result, only the
/// latest result comes. Nothing is read while the loop is busy.
///
/// Each result is one consistent state of the content. The loop ends with an error of the query, and throws
/// `CancellationError` if its task is cancelled. Leaving the loop ends the live query. Each loop is a live query of its
/// own.
public struct LiveResults<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value

    let client: ContentClient
    /// How often the engine is asked. `nil` waits for its commits.
    let interval: Duration?
    let read: @Sendable (ContentClient) async throws -> Value
    let areEqual: @Sendable (Value, Value) -> Bool
    /// Makes it read again without a commit.
    var wake: LiveWake?
    /// Waits between two reads.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The position in the results. Deallocating it ends the live query.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let results: LiveResults
        private var watch: CommitWatch?
        private var latest: Value?
        private var hasEnded = false

        init(_ results: LiveResults) { self.results = results }

        /// Returns the next result: at first the current one, then the next that differs.
        ///
        /// - Throws: `UnsupportedError` before any I/O if the engine cannot be live; the errors of the query;
        ///   `CancellationError`.
        public mutating func next() async throws -> Value? {
            if hasEnded { return nil }
            do {
                while true {
                    try Task.checkCancellation()
                    let value = try await read()
                    if let latest, results.areEqual(latest, value) { continue }
                    latest = value
                    return value
                }
            } catch {
                hasEnded = true
                watch = nil
                latest = nil
                throw error
            }
        }

        /// The client of the next reading. Only the first is a query of the app, which is recorded.
        private var client: ContentClient {
            let client = results.client
            return latest == nil ? client : ContentClient(engine: client.engine, locale: client.locale)
        }

        /// Waits for a change, except at first, and reads.
        private mutating func read() async throws -> Value {
            if let interval = results.interval {
                // An interval of zero must not become a loop without a pause.
                if latest != nil { try await results.sleep(Swift.max(interval, .milliseconds(1))) }
                return try await results.read(client)
            }
            guard let source = results.client.engine.live else { throw results.refusal }
            if let watch {
                try await watch.changed()
            } else {
                let watch = await source.engine.watchCommits()
                results.wake?.add(watch)
                self.watch = watch
            }
            watch?.startReading()
            let (value, dependencies) = try await results.snapshot(of: source, client)
            watch?.finishReading(dependencies)
            return value
        }
    }

    private var refusal: UnsupportedError {
        UnsupportedError(
            engine: client.engine.capabilities.name, node: "live queries",
            hint: "poll with live(query, every: .seconds(30)), or keep the content in a store")
    }

    private func snapshot(of source: LiveSource, _ client: ContentClient) async throws -> (
        Value, LiveDependencies
    ) {
        try await source.engine.reading { engine in
            let snapshot = LiveSnapshot(engine, of: source)
            let client = ContentClient(
                engine: snapshot, locale: client.locale, recorder: client.recorder)
            let value: Value
            do {
                value = try await read(client)
            } catch {
                _ = snapshot.end()
                throw error
            }
            let dependencies = snapshot.end()
            return (value, dependencies)
        }
    }
}

/// The engine inside a read of a live query. It records what is read.
///
/// After the read, it continues with the latest state, for the next pages of a result.
struct LiveSnapshot: AggregatingEngine {
    private let source: LiveSource
    private let state: Locked<State>

    init(_ snapshot: any AggregatingEngine, of source: LiveSource) {
        self.source = source
        state = Locked(State(snapshot: snapshot))
    }

    var capabilities: EngineCapabilities {
        var capabilities = source.engine.capabilities
        capabilities.liveQueries = false
        return capabilities
    }

    /// Ends the use of the snapshot.
    ///
    /// - Returns: Everything that was read.
    func end() -> LiveDependencies {
        state.withLock { state in
            state.snapshot = nil
            return state.dependencies
        }
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        let responses = try await engine(for: requests).search(requests, decoding: decoder)
        guard source.isLocal else { return responses }
        return responses.map { response in
            var response = response
            response.isLocal = true
            return response
        }
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try await engine(for: [request]).searchData(request)
    }

    func aggregate(_ request: AggregateRequest) async throws -> AggregateResponse {
        try await engine(for: [request.items]).aggregate(request)
    }

    func validate(_ request: SearchRequest) throws { try source.engine.validate(request) }

    func explain(_ request: SearchRequest) throws -> String { try source.engine.explain(request) }

    func validate(_ request: AggregateRequest) throws { try source.engine.validate(request) }

    func explain(_ request: AggregateRequest) throws -> String { try source.engine.explain(request) }

    /// Records what the requests read.
    private func engine(for requests: [SearchRequest]) -> any AggregatingEngine {
        state.withLock { state in
            guard let snapshot = state.snapshot else { return source.engine }
            for request in requests { state.dependencies.add(request, stored: source.engine.storedModule) }
            return snapshot
        }
    }

    private struct State {
        /// `nil` once it has ended.
        var snapshot: (any AggregatingEngine)?
        var dependencies = LiveDependencies()
    }
}
