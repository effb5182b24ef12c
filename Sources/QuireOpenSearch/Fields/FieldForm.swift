import QuireCore
import QuireEngine
import QuireRemote

/// The fields of the index that stand for a module's field.
enum FieldForm: Sendable {
    /// What Quire derived, for a member of one object with the path of the objects.
    case derived(IndexedField, of: String? = nil)
    case natural(NaturalField)

    /// Whether the field has a value.
    var presence: Clause {
        switch self {
        case .derived(let field, let objects):
            .term(Self.name(LayoutField.present, of: objects), .string(field.physicalName))
        case .natural(let field):
            if field.kind == .id {
                .everything
            } else {
                field.nested.map { .nested($0, .exists(field.name)) } ?? .exists(field.name)
            }
        }
    }

    private static func name(_ name: String, of objects: String?) -> String {
        objects.map { "\($0).\(name)" } ?? name
    }

    /// The name of what Quire derived from a field.
    func name(of shadow: Shadow, _ field: IndexedField) -> String {
        guard case .derived(_, let objects?) = self else { return field.name(of: shadow) }
        return Self.name(field.name(of: shadow), of: objects)
    }

    /// The field that holds each value exactly, for sort orders, facets and counts. `nil` if there is none.
    var valueName: String? {
        switch self {
        case .derived(let field, _): return field.name(of: field.comparison == .text ? .key : .order)
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

extension FieldForm {
    /// The value of a bucket's key. `nil` if the key is only the beginning of a long text.
    func value(of key: JSONValue, in field: IndexedField) -> EvaluatedValue? {
        switch self {
        case .derived: return key.string.flatMap { derivedValue(of: $0, in: field) }
        case .natural(let natural):
            switch natural.kind {
            case .keyword, .id: return key.string.map(EvaluatedValue.text)
            case .integer(let milliseconds):
                guard case .integer(let number) = key else { return nil }
                let (product, overflow) = number.multipliedReportingOverflow(by: milliseconds)
                return overflow ? nil : .integer(product)
            case .date: return key.int.map { .integer(Int64($0)) }
            case .double: return key.double.map(EvaluatedValue.number)
            case .boolean:
                if case .boolean(let truth) = key { return .boolean(truth) }
                return key.int.map { .boolean($0 == 1) }
            case .inexact: return nil
            }
        }
    }

    private func derivedValue(of key: String, in field: IndexedField) -> EvaluatedValue? {
        switch field.comparison {
        case .text: return key.utf8.count > TextKey.limit ? nil : .text(TextKey.decoded(key))
        case .boolean: return .boolean(key == "1")
        case .number, .date:
            guard let number = OrderKey.integer(hexadecimal: key) else { return nil }
            return field.isWhole ? .integer(number) : .number(OrderKey.number(of: number))
        case .place, .nothing: return nil
        }
    }

    /// The value of a facet's bucket.
    func facetValue(of key: JSONValue, in field: IndexedField) -> FilterValue? {
        switch value(of: key, in: field) {
        case .text(let text)?: .string(text)
        case .boolean(let truth)?: .boolean(truth)
        case .integer(let number)?:
            field.comparison == .date ? .date(milliseconds: number) : .integer(number)
        case .number(let number)?: .number(number)
        default: nil
        }
    }

    /// The field with numbers for a facet's statistics, and what they are multiplied by.
    func statistics(of field: IndexedField) -> (name: String, factor: Double)? {
        guard field.comparison == .number || field.comparison == .date else { return nil }
        switch self {
        case .derived: return (field.name(of: .number), 1)
        case .natural(let natural):
            switch natural.kind {
            case .integer(let milliseconds): return (natural.name, Double(milliseconds))
            case .double, .date: return (natural.name, 1)
            default: return nil
            }
        }
    }
}

extension JSONValue {
    /// The number as a double. Servers write infinities as strings.
    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        default: nil
        }
    }
}
