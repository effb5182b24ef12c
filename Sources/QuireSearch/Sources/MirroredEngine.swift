public import Foundation
import QuireCore
import QuireEngine
import QuireSync
import QuireToolbox

extension ContentEngine {
    /// Combines this engine with its mirror on the device: a store with a copy of the content.
    ///
    /// ```swift
    /// let engine = halo.mirrored(by: store, .fallBackOnTimeout(.seconds(1)))
    /// let page = try await ContentClient(engine: engine).fetch(Books.query().where(\.age >= 18))
    /// page.isLocal                                            // whether the store gave it
    ///
    /// let session = SearchSession(Books.query(), on: typesense.mirrored(by: store, .localFirst))
    /// ```
    public func mirrored<Mirror: ContentEngine>(
        by mirror: Mirror, _ strategy: MirrorStrategy = .fallBackOnFailure
    ) -> MirroredEngine<Self, Mirror> {
        MirroredEngine(remote: self, local: mirror, strategy: strategy)
    }
}

/// A remote engine and its mirror on this device. A strategy decides which one responds.
///
/// A search session plans for each of the two separately, so that it can use the mirror's full-text search if the
/// remote engine has none. A `ContentClient` sends the same request to both, so its capabilities are those that both
/// share.
///
/// The pages of one result come from one engine: `Page.next()`, `ContentClient.all`, cursors and the later pages of a
/// session use the engine of the first page, and fail if it does. A request for a page number is a
/// new result with a new race. Writes and syncs use the remote engine. Live queries read the mirror, which a sync updates.
public struct MirroredEngine<Remote: ContentEngine, Local: ContentEngine>: ContentEngine {
    /// The engine on the network.
    public let remote: Remote
    /// Its mirror on this device.
    public let local: Local
    /// Which of the two responds.
    public var strategy: MirrorStrategy
    let clock: any Clock<Duration>

    /// - Parameters:
    ///   - remote: The engine on the network.
    ///   - local: The engine on this device.
    ///   - strategy: Which of the two responds, and when.
    ///   - clock: The clock for `fallBackOnTimeout`.
    public init(
        remote: Remote, local: Local, strategy: MirrorStrategy = .fallBackOnFailure,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.remote = remote
        self.local = local
        self.strategy = strategy
        self.clock = clock
    }

    /// The shared capabilities, if both engines may be called.
    public var capabilities: EngineCapabilities {
        switch strategy {
        case .remoteOnly: return remote.capabilities
        case .localOnly: return local.capabilities
        case .fallBackOnFailure, .fallBackOnTimeout, .firstResponse, .localFirst:
            var common = remote.capabilities.common(with: local.capabilities)
            common.liveQueries = local.capabilities.liveQueries
            return common
        }
    }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        let routed = try requests.map(RoutedRequest.init)
        guard routed.contains(where: { $0.origin != nil }) else {
            return try await raced(requests, decoder)
        }
        var responses: [SearchResponse<Item>] = []
        for request in routed {
            let only = [request.request]
            switch request.origin {
            case .remote?: responses += marked(try await remote.search(only, decoding: decoder), .remote)
            case .local?: responses += marked(try await local.search(only, decoding: decoder), .local)
            case nil: responses += try await raced(only, decoder)
            }
        }
        return responses
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        let routed = try RoutedRequest(request)
        switch routed.origin {
        case .remote?: return try await remote.searchData(routed.request)
        case .local?: return try await local.searchData(routed.request)
        case nil:
            return try await race.run(
                remote: { [remote] in try await remote.searchData(request) },
                local: { [local] in try await local.searchData(request) }, preliminary: { _ in }
            ).value
        }
    }

    /// Throws if no engine that the strategy calls first can run the request.
    ///
    /// For strategies that call both engines, one of them is sufficient. Strategies with a fallback require the remote
    /// engine, because they do not use the mirror for a request that the remote engine rejects.
    public func validate(_ request: SearchRequest) throws {
        let routed = try RoutedRequest(request)
        switch (strategy, routed.origin) {
        case (_, .local?), (.localOnly, _): try local.validate(routed.request)
        case (.firstResponse, nil), (.localFirst, nil):
            do {
                try remote.validate(request)
            } catch let refusal {
                do { try local.validate(request) } catch { throw EngineRace.failure(refusal, error) }
            }
        default: try remote.validate(routed.request)
        }
    }

    /// Describes what each of the two would send or run.
    public func explain(_ request: SearchRequest) throws -> String {
        let routed = try RoutedRequest(request)
        func remotely() throws -> String { "remote: \(try remote.explain(routed.request))" }
        func locally() throws -> String { "on this device: \(try local.explain(routed.request))" }
        switch (strategy, routed.origin) {
        case (_, .remote?), (.remoteOnly, _): return try remotely()
        case (_, .local?), (.localOnly, _): return try locally()
        default: return "strategy: \(strategy)\n\(try remotely())\n\n\(try locally())"
        }
    }

    var race: EngineRace { EngineRace(strategy: strategy, clock: clock) }

    private func raced<Item: Sendable>(
        _ requests: [SearchRequest], _ decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        let outcome = try await race.run(
            remote: { [remote] in try await remote.search(requests, decoding: decoder) },
            local: { [local] in try await local.search(requests, decoding: decoder) }, preliminary: { _ in })
        return marked(outcome.value, outcome.origin)
    }

    private func marked<Item>(
        _ responses: [SearchResponse<Item>], _ origin: SearchOrigin
    ) -> [SearchResponse<Item>] {
        responses.map { response in
            var response = response
            response.isLocal = origin == .local
            response.nextCursor = response.nextCursor.map { RoutedRequest.cursor($0, from: origin) }
            return response
        }
    }
}

extension MirroredEngine: WritableEngine where Remote: WritableEngine {
    public func write(_ batch: WriteBatch) async throws -> [WriteResult] { try await remote.write(batch) }
}

extension MirroredEngine: LiveProviding {
    /// The mirror, because the remote engine does not report its commits.
    package var liveSource: LiveSource? {
        guard strategy != .remoteOnly else { return remote.live }
        var source = local.live
        source?.isLocal = true
        return source
    }
}

extension MirroredEngine: SyncingEngine where Remote: SyncingEngine {
    public func changes(_ request: ChangeRequest) async throws -> ChangeSet {
        try await remote.changes(request)
    }

    public func moduleID(of module: ModuleDescriptor) -> String? { remote.moduleID(of: module) }
}

/// A request that continues after a response, and must go to the same engine.
private struct RoutedRequest {
    var request: SearchRequest
    /// `nil` if there was no response before, so that either engine may respond.
    var origin: SearchOrigin?

    init(_ request: SearchRequest) throws {
        self.request = request
        self.request.side = nil
        origin =
            switch request.side {
            case .remote: .remote
            case .local: .local
            case nil: nil
            }
        guard case .cursor(let cursor?, let limit) = request.page else { return }
        let parts = cursor.token.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let origin = SearchOrigin(rawValue: String(parts[0])) else {
            throw QueryError(
                .invalidCursor, module: request.module.name, node: "cursor \"\(cursor.token.prefix(40))\"",
                expected: "a cursor that the same query gave on the same engine")
        }
        self.origin = origin
        self.request.page = .cursor(Cursor(token: String(parts[1])), limit: limit)
    }

    static func cursor(_ cursor: Cursor, from origin: SearchOrigin) -> Cursor {
        Cursor(token: "\(origin.rawValue) \(cursor.token)")
    }
}

/// Both of two engines failed. Contains both errors.
public struct MirrorError: OutageError, CustomStringConvertible {
    /// The error of the remote engine.
    public var remote: any Error
    /// The error of the engine on this device.
    public var local: any Error

    /// Whether the remote engine has an outage, so that the same request may succeed later.
    public var isOutage: Bool { Outage.means(remote) }

    public var description: String {
        PlainText.error(
            "Neither engine returned a response. The remote engine: \(remote)",
            "The engine on this device: \(local)")
    }
}

/// Which of two engines responds: the remote one, or its mirror on this device.
public enum MirrorStrategy: Sendable, Hashable {
    /// Only the remote engine.
    case remoteOnly
    /// Only the mirror.
    case localOnly
    /// The remote engine, or the mirror if it is unreachable or fails (`OutageError`).
    ///
    /// If the remote engine rejects a request, that is an error, and the mirror is not called.
    case fallBackOnFailure
    /// The remote engine. If it takes longer than this, or has an outage, the mirror is called too, and the first
    /// response wins.
    case fallBackOnTimeout(Duration)
    /// Both at once, and the first response wins. An error only if both fail.
    case firstResponse
    /// Both at once: the mirror's response is preliminary, and the remote engine's replaces it. If the remote
    /// engine fails for any reason, the mirror's response stays, together with the error.
    ///
    /// If there can be only one response, as in a `ContentClient`, it is the remote engine's, or else the mirror's.
    case localFirst
}

extension EngineCapabilities {
    /// The capabilities that this engine and another one share.
    func common(with other: EngineCapabilities) -> EngineCapabilities {
        var common = self
        common.name = "\(name) or \(other.name)"
        common.operations = operations.intersection(other.operations)
        let flags: [WritableKeyPath<EngineCapabilities, Bool>] = [
            \.sortsByValue, \.supportsNullOrdering, \.supportsCursors, \.countsTotal, \.fullText,
            \.toleratesTypos, \.facets,
            \.includes,
            \.sortsByLanguage, \.supportsDeviceSegments, \.offlinePolicies, \.disjunctiveFacets,
            \.conditionsAcrossRelations, \.comparesFields,
            \.sortsAcrossRelations, \.selectsAcrossRelations,
            \.groupsAcrossRelations, \.queriesIncludes, \.liveQueries,
            \.modifiesFields, \.queriesMembers, \.queriesElements, \.selectsMembers, \.searchesByMeaning,
        ]
        for flag in flags { common[keyPath: flag] = self[keyPath: flag] && other[keyPath: flag] }
        common.followedRelations = min(followedRelations, other.followedRelations)
        common.maximumPageSize = [maximumPageSize, other.maximumPageSize].compactMap(\.self).min()
        return common
    }
}
