extension FieldKind {
    /// The kind of the elements, if the kind is a list.
    package var listElement: FieldKind? {
        switch self {
        case .list(let element): element
        case .choices: .choice
        case .relations(let module): .relation(module: module)
        default: nil
        }
    }

    /// The kind itself, or the kind of its innermost elements.
    package var innermost: FieldKind { listElement?.innermost ?? self }
}
