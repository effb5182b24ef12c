import Foundation
import QuireCore
import QuireEngine
import QuireShared
import QuireText
import QuireToolbox

/// A part of an engine's content, selected by queries, that a ``ContentSync`` keeps on the device.
///
/// ```swift
/// let selected = SelectedContent(of: typesense)
///     .selecting(Books.query().published().sort(by: \.updatedAt, .descending), maximum: 2_000)
///     .selecting(Books.query().where(\.featured == true))
///     .selecting(Authors.query())
/// let sync = ContentSync(from: selected, into: store)
/// try await sync.syncIfNeeded(Books.self)                  // once a day, or when the queries have changed
/// let engine = typesense.mirrored(by: store)               // responds from the store without a network
/// ```
/// Works with any engine, because it only requests pages. Each sync reads the whole selection, and items that are no
/// longer in it are removed from the store. Nothing is stored before everything has been read. A module without a
/// selection is synced by the engine's own means.
public struct SelectedContent: SyncingEngine, ComparingEngine {
    private struct Selection: Sendable {
        var request: SearchRequest
        var maximum: Int?
    }

    let base: any ContentEngine
    /// By the modules' names.
    private var selections: [String: [Selection]] = [:]
    private var progress: (@Sendable (SelectionProgress) -> Void)?

    public init(of engine: any ContentEngine) { base = engine }

    /// Adds the items that a query matches to those of other queries for the module.
    ///
    /// A filter with the current time is different each time, so its selection is never up to date.
    /// - Parameters:
    ///   - query: The items to select.
    ///   - maximum: The maximum number of items, in the query's order. `nil` selects all.
    public func selecting<Module>(_ query: Query<Module>, maximum: Int? = nil) -> Self {
        var copy = self
        var request = query.request
        request.include = []
        request.includesAll = false
        request.fields = nil
        copy.selections[request.module.name, default: []]
            .append(Selection(request: request, maximum: maximum))
        return copy
    }

    /// Reports the progress after each page.
    public func reporting(_ progress: @escaping @Sendable (SelectionProgress) -> Void) -> Self {
        var copy = self
        copy.progress = progress
        return copy
    }

    /// Reads the selection of a module.
    ///
    /// - Throws: `UnsupportedError` if nothing is selected and the engine does not support syncing.
    public func changes(_ request: ChangeRequest) async throws -> ChangeSet {
        try await changes(request, comparedWith: nil)
    }

    package func changes(
        _ request: ChangeRequest, comparedWith stored: StoredItems
    ) async throws -> ChangeSet {
        try await changes(request, comparedWith: .some(stored))
    }

    private func changes(
        _ request: ChangeRequest, comparedWith stored: StoredItems?
    ) async throws -> ChangeSet {
        guard let own = selections[request.module] else {
            if let stored, let base = base as? any ComparingEngine {
                return try await base.changes(request, comparedWith: stored)
            }
            guard let base = base as? any SyncingEngine else {
                throw UnsupportedError(
                    engine: base.capabilities.name, node: "a sync of \"\(request.module)\"",
                    hint: "it cannot say what has changed; select what to copy: .selecting(…)")
            }
            return try await base.changes(request)
        }
        guard let guarded = base as? any AccessCheckingEngine else {
            return try await read(own, request, stored: stored)
        }
        return try await guarded.withCheckedAccess { try await read(own, request, stored: stored) }
    }

    private func read(
        _ own: [Selection], _ request: ChangeRequest, stored: StoredItems?
    ) async throws -> ChangeSet {
        var changes = ChangeSet(timestamp: Date())
        changes.selection = selection(of: request.module)
        var seen: Set<ExactText> = []
        for selection in own {
            try await read(selection, locale: request.locale) { page in
                changes.rejected += page.rejected
                for instance in page.items where seen.insert(ExactText(instance.instanceID)).inserted {
                    changes.created.append(ChangedInstance(json: instance.data, id: instance.instanceID))
                }
                progress?(SelectionProgress(module: request.module, items: changes.created.count))
                stored?.report(changes.created.count)
            }
        }
        return changes
    }

    /// The base engine's id, for a module without a selection.
    public func moduleID(of module: ModuleDescriptor) -> String? {
        guard selections[module.name] == nil else { return nil }
        return (base as? any SyncingEngine)?.moduleID(of: module)
    }

    /// Reads a selection's pages, up to its maximum.
    private func read(
        _ selection: Selection, locale: String?, _ body: (SearchResponse<JSONValue>) -> Void
    ) async throws {
        var left = selection.maximum ?? .max
        guard left > 0 else { return }
        var request = selection.request
        request.locale = request.locale ?? locale
        // A copy keeps what the schema does not declare.
        request.decoding.keepsUnknownValues = true
        if base is any ComparingEngine { request = steadied(request, selection.maximum) }
        let pages = ContentPages(
            ContentClient(engine: base), request.paging(on: base), id: \.instanceID
        ) { client, request in
            try await client.response(request, reading: .instances(of: request.module))
        }
        for try await var page in pages {
            try Task.checkCancellation()
            page.items = Array(page.items.prefix(left))
            body(page)
            left -= page.items.count
            if left == 0 { return }
        }
    }

    /// The request in few pages that lose no item whose place changes while they are read.
    ///
    /// An item that moves from a page that is left to read into one that was read would be missing, and be removed from
    /// the store. Without a maximum, the order does not matter, and no item changes its id. With one, a single page shows
    /// one state.
    private func steadied(_ request: SearchRequest, _ maximum: Int?) -> SearchRequest {
        var steady = request
        if maximum == nil, request.text == nil { steady.sort = [SortKey(.metadata("id"))] }
        if request.page == .standard, let size = base.capabilities.maximumPageSize {
            steady.page = .cursor(nil, limit: min(size, maximum ?? size))
        }
        return (try? base.validate(steady)) == nil ? request : steady
    }

    // MARK: - ContentEngine

    public var capabilities: EngineCapabilities { base.capabilities }

    public func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        try await base.search(requests, decoding: decoder)
    }

    public func searchData(_ request: SearchRequest) async throws -> Data {
        try await base.searchData(request)
    }

    public func validate(_ request: SearchRequest) throws { try base.validate(request) }

    public func explain(_ request: SearchRequest) throws -> String { try base.explain(request) }
}

/// The progress of reading a selection.
public struct SelectionProgress: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The number of items read so far, by all its queries.
    public var items: Int
}

extension SelectedContent: SelectingEngine {
    func selection(of module: String) -> String? {
        selections[module].map { selections in
            let texts = selections.map { selection in
                let identity = selection.request.identity
                return "\(selection.maximum ?? -1) \(identity.utf8.count) \(identity)"
            }
            return Self.prefix + StableHash(texts.joined()).digits
        }
    }

    /// Distinguishes a selection's name from a server's module id.
    static let prefix = "selection "
}

extension SearchRequest {
    /// A text that identifies the request. It is the same in every process.
    fileprivate var identity: String {
        var rest = self
        // Printed filters omit the types of their values.
        rest.filter = nil
        rest.metaFilter = nil
        let filters = [filter, metaFilter].map { filter in
            filter.map { String(decoding: $0.json, as: UTF8.self) } ?? "none"
        }
        let options = Mirror(reflecting: rest).children.filter { $0.label != "module" }
            .map { "\($0.label ?? "") \(String(reflecting: $0.value))" }
        return ([module.name] + filters + options).joined(separator: "\n")
    }
}

/// An engine that can name its selection of a module without a request.
protocol SelectingEngine: SyncingEngine {
    /// Identifies the selection. The same in every process, and different for another selection. `nil` if there is
    /// none.
    func selection(of module: String) -> String?
}
