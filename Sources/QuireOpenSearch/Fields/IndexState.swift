import QuireRemote

/// What the engine knows of a module's index from the server's description.
enum IndexState: Sendable {
    /// No request has looked at it. It counts as prepared, and for conditions on one object as an index that keeps objects
    /// apart.
    case unseen
    /// Quire prepared it: its derived fields are exact for everything.
    case prepared
    /// Another program made and fills it.
    case existing(ExistingIndex)

    /// How the index holds a field.
    func form(of field: IndexedField) -> FieldForm {
        switch self {
        case .unseen, .prepared: .derived(field)
        case .existing(let index): .natural(index.field(field))
        }
    }

    var existing: ExistingIndex? { if case .existing(let index) = self { index } else { nil } }
}
