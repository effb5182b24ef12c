import QuireText

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
