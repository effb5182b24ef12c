extension FieldKind {
    /// The kind of the elements, where the kind is a list of some sort.
    package var listElement: FieldKind? {
        switch self {
        case .list(let element): element
        case .choices: .choice
        case .relations(let module): .relation(module: module)
        default: nil
        }
    }

    /// The kind itself, or that of its elements, however deep.
    package var innermost: FieldKind { listElement?.innermost ?? self }
}
