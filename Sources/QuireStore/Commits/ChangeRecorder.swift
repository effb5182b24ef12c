#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireText
import QuireToolbox

/// Records the items that the writing connection changes, and sends them to the live queries after the commit.
///
/// Unchecked: only the task that has the connection uses it, apart from the hub, which never changes after the opening.
final class ChangeRecorder: ItemObserver, @unchecked Sendable {
    /// The number of items of a transaction whose versions are read. If there are more, any item may have changed.
    static let mostVersions = 32
    /// The number of items of a transaction whose ids are noted.
    static let mostIDs = 256

    weak var hub: CommitHub?
    private let layouts: [String: ModuleLayout]
    private let state = TransactionState()
    /// SQLite's number for the commits of other connections.
    private let otherCommits = Locked<Int64?>(nil)

    init(_ layouts: [String: ModuleLayout]) { self.layouts = layouts }

    /// The changes of a transaction.
    private final class TransactionState {
        var isWriting = false
        /// Whether changes are recorded. If nobody watches at the beginning, they are not.
        var isRecording = false
        var modules: [String: Recorded] = [:]
    }

    private enum Recorded {
        case unknown
        /// The items before the transaction, by their ids.
        case items([ExactText: Before])
    }

    private enum Before {
        case notRead
        /// `nil` if the item is new.
        case read(JSONValue?)
    }

    // MARK: - ItemObserver

    func didBegin(_ connection: Connection) throws {
        state.isWriting = true
        state.isRecording = hub?.isWatched == true
        if state.isRecording { try noticeOtherCommits(connection) }
    }

    func changes(_ id: () -> String, of module: String, isNew: Bool, on connection: Connection) throws {
        guard state.isRecording, let hub else { return }
        // Taken out, so that it is changed without a copy.
        switch state.modules.removeValue(forKey: module) ?? .items([:]) {
        case .unknown: state.modules[module] = .unknown
        case .items(var items):
            let detail = hub.detail(of: module)
            let most = detail == .versions ? Self.mostVersions : Self.mostIDs
            let id = detail == .module ? "" : id()
            guard detail != .module, items.count < most else {
                state.modules[module] = .unknown
                return
            }
            if items[ExactText(id)] == nil {
                items[ExactText(id)] =
                    detail == .ids
                    ? .notRead : .read(isNew ? nil : try version(of: id, in: module, on: connection))
            }
            state.modules[module] = .items(items)
        }
    }

    func changesAll(of module: String) {
        if state.isRecording { state.modules[module] = .unknown }
    }

    func willCommit(_ connection: Connection) throws {
        pending = CommittedChanges()
        for (module, recorded) in state.modules {
            guard case .items(let items) = recorded else {
                pending.add(.unknown, of: module)
                continue
            }
            let changes = try items.map { id, before in
                guard case .read(let old) = before else { return ItemChange(id: id.text, versions: nil) }
                let new = try version(of: id.text, in: module, on: connection)
                return ItemChange(id: id.text, versions: [old, new].compactMap(\.self))
            }
            pending.add(.items(changes), of: module)
        }
    }

    private var pending = CommittedChanges()

    func didCommit() {
        if state.isWriting, let hub, hub.isWatched {
            hub.send(state.isRecording ? pending : .unknown)
        }
        reset()
    }

    func didRollBack() { reset() }

    private func reset() {
        state.isWriting = false
        state.isRecording = false
        state.modules = [:]
        pending = CommittedChanges()
    }

    private func version(of id: String, in module: String, on connection: Connection) throws -> JSONValue? {
        guard let layout = layouts[module] else { return nil }
        let instances = try Inclusion(connection: connection, layouts: [:]).fetch([id], layout)
        return try instances[ExactText(id)].map { try JSONValue(parsing: Data($0)) }
    }

    // MARK: - Other connections

    /// Tells the live queries if another connection has committed since the last call.
    func noticeOtherCommits(_ connection: Connection) throws {
        guard connection.files != nil else { return }
        let number = try connection.integer("PRAGMA data_version")
        let last = otherCommits.withLock { last in
            defer { last = number }
            return last
        }
        if last != number { hub?.send(.unknown) }
    }

    /// Starts to count the commits of other connections.
    func startCounting(_ connection: Connection) throws {
        let number = try connection.integer("PRAGMA data_version")
        otherCommits.withLock { if $0 == nil { $0 = number } }
    }

    /// Forgets the number, so that the next call of `noticeOtherCommits` reports a change.
    func stopCounting() { otherCommits.withLock { $0 = nil } }
}
#endif
