import QuireCore

/// The parts of a value that a response writes differently from how they are stored: texts in one language, included
/// items.
indirect enum ValueShape: Sendable {
    case plain
    case localizedText
    /// An item of that module if it is included, else its id.
    case item(of: String)
    case object([String: ValueShape])
    case list(ValueShape)

    init(_ kind: FieldKind) {
        switch kind {
        case .localizedText: self = .localizedText
        case .relation(let module): self = .item(of: module)
        case .relations(let module): self = .list(.item(of: module))
        case .list(let element):
            let shape = ValueShape(element)
            if case .plain = shape { self = .plain } else { self = .list(shape) }
        case .object(let table):
            let shapes = Self.shapes(of: table)
            self = shapes.isEmpty ? .plain : .object(shapes)
        default: self = .plain
        }
    }

    /// The shapes of a table's fields, by wire name. Fields that are written as they are stored are left out.
    static func shapes(of table: FieldTable) -> [String: ValueShape] {
        var shapes: [String: ValueShape] = [:]
        for field in table.fields {
            let shape = ValueShape(field.kind)
            if case .plain = shape { continue }
            if shapes[field.name] == nil { shapes[field.name] = shape }
        }
        return shapes
    }
}

extension ValueShape {
    /// Whether it holds localized texts.
    var holdsText: Bool {
        switch self {
        case .plain, .item: false
        case .localizedText: true
        case .object(let shapes): shapes.values.contains { $0.holdsText }
        case .list(let element): element.holdsText
        }
    }
}
