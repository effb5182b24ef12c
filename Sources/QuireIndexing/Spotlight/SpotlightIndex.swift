#if canImport(CoreSpotlight) && !os(tvOS) && !os(watchOS)
@preconcurrency import CoreSpotlight
import Foundation
import QuireCore
import QuireEngine
import UniformTypeIdentifiers

/// A named Spotlight index of the app.
///
/// Use one value for the indexers of all modules in the index.
public final class SpotlightIndex: Sendable {
    let session: SpotlightSession
    private let connection: CoreSpotlightConnection

    /// - Parameters:
    ///   - name: The index name. Batching requires one.
    ///   - prefix: The prefix of the items' identifiers.
    public init(name: String, prefix: String = "quire") {
        connection = CoreSpotlightConnection(name: name)
        session = SpotlightSession(connection, formatter: IdentifierFormatter(prefix: prefix))
    }

    /// Whether Spotlight is available on this device.
    public static var isAvailable: Bool { CSSearchableIndex.isIndexingAvailable() }

    /// Returns the module's wire name and the id of an item that a user has opened, from the activity's
    /// `CSSearchableItemActivityIdentifier`.
    ///
    /// - Throws: `IndexingError.foreignIdentifier` for items that are not in this index.
    public func object(of identifier: String) throws -> (module: String, id: String) {
        let object = try session.formatter.object(of: identifier)
        return (object.type, object.id)
    }

    /// Handles the system's requests to reindex items for as long as the index lives.
    ///
    /// A request is acknowledged after it is in the monitor's journal, so it survives a crash of the app.
    public func handleRequests(with monitor: IndexMonitor) async {
        await connection.setDelegate(SpotlightRequests(monitor: monitor, formatter: session.formatter))
    }
}

extension SpotlightIndexer {
    /// Creates an indexer whose items a closure makes. The closure returns `nil` to skip an object.
    ///
    /// - Parameter version: The version of the closure. A new version reindexes all items.
    public init(
        _ index: SpotlightIndex, of module: Module.Type, from source: any ContentEngine,
        version: String = "1", item: @escaping @Sendable (Content<Module>) throws -> SpotlightItem?
    ) {
        self.init(index.session, from: source, version: version, item: item)
    }

    /// Creates an indexer for the fields that the schema marks as searchable. The field with the highest weight is
    /// the title.
    public init(_ index: SpotlightIndex, of module: Module.Type, from source: any ContentEngine) {
        self.init(index.session, from: source, version: "fields") {
            SpotlightItem($0, of: Module.descriptor)
        }
    }
}

/// A connection to Core Spotlight that runs one operation at a time.
private actor CoreSpotlightConnection: SpotlightConnection {
    private let index: CSSearchableIndex
    /// The index holds its delegate weakly.
    private var delegate: SpotlightRequests?

    init(name: String) { index = CSSearchableIndex(name: name) }

    func setDelegate(_ delegate: SpotlightRequests) {
        self.delegate = delegate
        index.indexDelegate = delegate
    }

    func clientState() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            index.fetchLastClientState { state, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: state)
                }
            }
        }
    }

    func write(
        _ items: [SpotlightEntry], deleting identifiers: [String], expected: Data?, state: Data
    ) async throws {
        // Within a batch, only its end is awaited. The result of the end covers the whole batch.
        index.beginBatch()
        if !items.isEmpty { index.indexSearchableItems(items.map(\.searchableItem), completionHandler: nil) }
        if !identifiers.isEmpty {
            index.deleteSearchableItems(withIdentifiers: identifiers, completionHandler: nil)
        }
        try await confirmed { handler in
            if #available(iOS 18, macOS 15, macCatalyst 18, visionOS 2, *) {
                index.endIndexBatch(
                    expectedClientState: expected, newClientState: state, completionHandler: handler)
            } else {
                index.endBatch(withClientState: state, completionHandler: handler)
            }
        }
    }

    func delete(domain: String) async throws {
        try await confirmed { handler in
            index.deleteSearchableItems(withDomainIdentifiers: [domain], completionHandler: handler)
        }
    }

    private func confirmed(
        _ operation: (@escaping @Sendable ((any Error)?) -> Void) -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            operation { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }
}

extension SpotlightEntry {
    fileprivate var searchableItem: CSSearchableItem {
        let attributes = CSSearchableItemAttributeSet(contentType: .content)
        attributes.title = item.title
        attributes.displayName = item.title
        attributes.contentDescription = item.summary
        attributes.textContent = item.text
        attributes.keywords = item.keywords.isEmpty ? nil : item.keywords
        attributes.thumbnailURL = item.thumbnail
        attributes.url = item.url
        attributes.contentCreationDate = item.createdAt
        attributes.contentModificationDate = item.updatedAt
        let searchable = CSSearchableItem(
            uniqueIdentifier: identifier, domainIdentifier: domain, attributeSet: attributes)
        // Without a date, Spotlight drops items after a month.
        searchable.expirationDate = item.expiresAt ?? .distantFuture
        return searchable
    }
}

/// Receives the system's requests for an index.
private final class SpotlightRequests: NSObject, CSSearchableIndexDelegate, Sendable {
    private let monitor: IndexMonitor
    private let formatter: IdentifierFormatter

    init(monitor: IndexMonitor, formatter: IdentifierFormatter) {
        self.monitor = monitor
        self.formatter = formatter
    }

    func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
    ) {
        response(acknowledgementHandler) { [monitor] in try await monitor.reindexAll() }
    }

    func searchableIndex(
        _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping () -> Void
    ) {
        let requests = SpotlightRequest.grouped(identifiers, by: formatter)
        response(acknowledgementHandler) { [monitor] in
            for request in requests { try await monitor.reindex(request.ids, of: request.type) }
        }
    }

    /// Acknowledges requests that the journal has stored. The system repeats the others.
    private func response(
        _ acknowledge: @escaping () -> Void, _ body: @escaping @Sendable () async throws -> Void
    ) {
        let acknowledgement = Acknowledgement(acknowledge: acknowledge)
        Task {
            guard (try? await body()) != nil else { return }
            acknowledgement.acknowledge()
        }
    }

    /// Unchecked, because the handler may be called once from any thread.
    private struct Acknowledgement: @unchecked Sendable {
        let acknowledge: () -> Void
    }
}
#endif

/// Objects of one type that Spotlight requests.
struct SpotlightRequest: Sendable, Hashable {
    var type: String
    var ids: [String]

    /// Groups identifiers by type, in order of appearance. Foreign identifiers are skipped.
    static func grouped(_ identifiers: [String], by formatter: IdentifierFormatter) -> [SpotlightRequest] {
        var requests: [SpotlightRequest] = []
        for identifier in identifiers {
            guard let object = try? formatter.object(of: identifier) else { continue }
            if let place = requests.firstIndex(where: { $0.type == object.type }) {
                requests[place].ids.append(object.id)
            } else {
                requests.append(SpotlightRequest(type: object.type, ids: [object.id]))
            }
        }
        return requests
    }
}
