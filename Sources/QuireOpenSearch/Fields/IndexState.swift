import QuireRemote

/// What the engine knows of a module's index from the server's description.
enum IndexState: Sendable {
    /// Quire prepared it: its derived fields are exact for everything.
    case prepared
    /// Another program made and fills it.
    case existing(ExistingIndex)

    /// How the index holds a field.
    func form(of field: IndexedField) -> FieldForm {
        switch self {
        case .prepared: .derived(field)
        case .existing(let index): .natural(index.field(field))
        }
    }

    var existing: ExistingIndex? { if case .existing(let index) = self { index } else { nil } }
}
