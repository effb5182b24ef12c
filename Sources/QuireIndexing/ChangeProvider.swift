/// Says what changes in objects, and lists them all: where an index gets its work from.
///
/// `store.changes(of:)` is one for the modules of a store, and what to use where content is in a store: its changes are
/// in the journal as soon as they are in the content. One of an app's own reports what it learns, *after* the objects
/// have changed:
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
    /// The types of objects that it reports, by name.
    var types: [String] { get }

    /// What the objects of a type look like: where it differs from last time, all are indexed anew.
    func signature(of type: String) -> String

    /// Begins to report: no change that happens after it has returned may be missed.
    func start(_ reporter: ChangeReporter) async throws

    /// Reports no more.
    func stop() async

    /// Lists the ids of a type's objects for initial indexing, in an order that later insertions do not upset.
    ///
    /// - Parameters:
    ///   - type: The type of the objects, for example a module's wire name.
    ///   - cursor: That of the page before; `nil` for the first.
    ///   - limit: How many ids at most.
    func objects(of type: String, after cursor: String?, limit: Int) async throws -> ObjectPage

    /// How many objects of a type there are, for progress; `nil` where that is not known.
    func count(of type: String) async throws -> Int?
}

extension ChangeProvider {
    /// One shape for ever.
    public func signature(of type: String) -> String { "" }

    /// Not known.
    public func count(of type: String) async throws -> Int? { nil }
}

/// A part of the ids of a type's objects.
public struct ObjectPage: Sendable, Hashable {
    public var ids: [String]
    /// Where the next page starts; `nil` behind the last one. It is kept through restarts.
    public var cursor: String?

    public init(ids: [String], cursor: String?) {
        self.ids = ids
        self.cursor = cursor
    }
}

/// What a change provider reports to.
public struct ChangeReporter: Sendable {
    /// The name of the index.
    public let index: String
    /// Where changes are kept.
    public let journal: any IndexJournal
    private let wake: @Sendable () -> Void

    package init(index: String, journal: any IndexJournal, wake: @escaping @Sendable () -> Void) {
        self.index = index
        self.journal = journal
        self.wake = wake
    }

    /// Puts changes into the journal, and has them indexed; when it returns, they survive a killed process.
    public func report(_ changes: [ObjectChange], of type: String) async throws {
        guard !changes.isEmpty else { return }
        try await journal.report(changes, of: type, to: index)
        wake()
    }

    /// Says that there are changes in the journal, which got there another way.
    public func changesAreThere() { wake() }
}
