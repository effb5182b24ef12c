import QuireCore
import QuireRemote

/// The fields of the index that stand for a module's field.
enum FieldForm: Sendable {
    case derived(IndexedField)
    case natural(NaturalField)

    /// Whether the field has a value.
    var presence: Clause {
        switch self {
        case .derived(let field): .term(LayoutField.present, .string(field.physicalName))
        case .natural(let field):
            if field.kind == .id {
                .everything
            } else {
                field.nested.map { .nested($0, .exists(field.name)) } ?? .exists(field.name)
            }
        }
    }

    /// The field that holds each value exactly, for sort orders, facets and counts. `nil` if there is none.
    var valueName: String? {
        switch self {
        case .derived(let field): return field.name(of: field.comparison == .text ? .key : .order)
        case .natural(let field):
            switch field.kind {
            case .inexact: return nil
            case .id: return LayoutField.documentID
            case .keyword, .integer, .double, .date, .boolean: return field.name
            }
        }
    }

    /// For a member of objects that the index keeps apart, the path of these objects.
    var nested: String? { if case .natural(let field) = self { field.nested } else { nil } }

    /// Why nothing is exact; `nil` if something is.
    var reason: String? {
        if case .natural(let field) = self, case .inexact(let reason) = field.kind { reason } else { nil }
    }
}
