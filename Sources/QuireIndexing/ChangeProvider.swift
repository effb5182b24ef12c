import QuireText

/// Reports changes of objects and lists all objects. An index gets its work from change providers.
///
/// `store.changes(of:)` is a provider for the modules of a store. Use it if the content is in a store: its changes are
/// in the journal as soon as they are in the content. An app's own provider reports changes *after* the objects have
/// changed:
///
/// ```swift
/// actor Letters: ChangeProvider {
///     nonisolated let types = ["letters"]
///     private var reporter: ChangeReporter?
///
///     func start(_ reporter: ChangeReporter) { self.reporter = reporter }
///     func stop() { reporter = nil }
///     func received(_ id: String) async throws { try await reporter?.report([.insert(id)], of: "letters") }
///
///     func objects(of type: String, after cursor: String?, limit: Int) async throws -> ObjectPage { … }
/// }
/// ```
public protocol ChangeProvider: Sendable {
    /// The names of the types that it reports.
    var types: [String] { get }

    /// Identifies the shape of a type's objects. If it differs from last time, all objects are reindexed.
    func signature(of type: String) -> String

    /// Starts reporting. Every change that happens after it returns must be reported.
    func start(_ reporter: ChangeReporter) async throws

    /// Stops reporting.
    func stop() async

    /// Lists the ids of a type's objects for initial indexing, in an order that is stable under insertions.
    ///
    /// - Parameters:
    ///   - type: The type of the objects, for example a module's wire name.
    ///   - cursor: The cursor of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of ids.
    func objects(of type: String, after cursor: String?, limit: Int) async throws -> ObjectPage

    /// Returns the number of objects of a type, for progress, or `nil` if it is unknown.
    func count(of type: String) async throws -> Int?
}

extension ChangeProvider {
    /// Defaults to a constant.
    public func signature(of type: String) -> String { "" }

    /// Defaults to `nil` (unknown).
    public func count(of type: String) async throws -> Int? { nil }
}

/// A page of the ids of a type's objects.
public struct ObjectPage: Sendable, Hashable {
    public var ids: [String]
    /// The start of the next page, or `nil` after the last one. It is stored across restarts.
    public var cursor: String?

    public init(ids: [String], cursor: String?) {
        self.ids = ids
        self.cursor = cursor
    }
}

/// Receives the changes of a provider.
public struct ChangeReporter: Sendable {
    /// The name of the index.
    public let index: String
    /// The journal that stores the changes.
    public let journal: any IndexJournal
    private let wake: @Sendable () -> Void

    package init(index: String, journal: any IndexJournal, wake: @escaping @Sendable () -> Void) {
        self.index = index
        self.journal = journal
        self.wake = wake
    }

    /// Writes changes to the journal and schedules indexing. When it returns, the changes survive a crash.
    public func report(_ changes: [ObjectChange], of type: String) async throws {
        guard !changes.isEmpty else { return }
        try await journal.report(changes, of: type, to: index)
        wake()
    }

    /// Notifies the monitor of changes that reached the journal another way.
    public func changesAreThere() { wake() }
}

/// A change of an object, as a change provider reports it.
///
/// ```swift
/// try await reporter.report([.insert("1"), .move(from: "2", to: "3")], of: "letters")
/// // letters 1: upsert, letters 2: delete, letters 3: upsert
/// ```
/// Only the last of several pending changes to an object counts.
public enum ObjectChange: Sendable, Hashable {
    case insert(String)
    case update(String)
    case delete(String)
    /// The object has a new id. With the same id, it is an update.
    case move(from: String, to: String)
}

/// An operation on an index for one id.
public enum IndexOperation: String, Sendable, Hashable, CaseIterable {
    /// Writes the object in its current state.
    case upsert
    case delete
}

extension ObjectChange {
    /// The operations of the change, in order, for each id that it names.
    public var operations: [(id: String, operation: IndexOperation)] {
        switch self {
        case .insert(let id), .update(let id): [(id, .upsert)]
        case .delete(let id): [(id, .delete)]
        case .move(let old, let new):
            old.isByteEqual(to: new) ? [(new, .upsert)] : [(old, .delete), (new, .upsert)]
        }
    }
}
