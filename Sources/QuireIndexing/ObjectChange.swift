import QuireText

/// Something that happened to an object, as a change provider reports it.
///
/// ```swift
/// try await reporter.report([.insert("1"), .move(from: "2", to: "3")], of: "letters")
/// // letters 1: upsert, letters 2: delete, letters 3: upsert
/// ```
/// Of the changes to one object that wait in a journal only the last one counts.
public enum ObjectChange: Sendable, Hashable {
    case insert(String)
    case update(String)
    case delete(String)
    /// The object has another id now; with the same id it is an update.
    case move(from: String, to: String)
}

/// What is to be done in an index for one id.
public enum IndexOperation: String, Sendable, Hashable, CaseIterable {
    /// The object is written as it is now.
    case upsert
    case delete
}

extension ObjectChange {
    /// What the change comes to for each id that it names, in order.
    public var operations: [(id: String, operation: IndexOperation)] {
        switch self {
        case .insert(let id), .update(let id): [(id, .upsert)]
        case .delete(let id): [(id, .delete)]
        case .move(let old, let new):
            old.isSpelled(as: new) ? [(new, .upsert)] : [(old, .delete), (new, .upsert)]
        }
    }
}
