import QuireCluster
import QuireCore

/// What the engine knows of a module's index from the server's description.
enum IndexState: Sendable {
    /// Quire prepared it: fields that are derived from items answer everything exactly.
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

/// The fields of the index that stand for a module's field.
enum FieldForm: Sendable {
    case derived(IndexedField)
    case natural(NaturalField)

    /// Whether the field has a value.
    var presence: Clause {
        switch self {
        case .derived(let field): .term(LayoutField.present, .string(field.physicalName))
        case .natural(let field): field.kind == .id ? .everything : .exists(field.name)
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

    /// Why nothing is exact; `nil` if something is.
    var reason: String? {
        if case .natural(let field) = self, case .inexact(let reason) = field.kind { reason } else { nil }
    }
}

/// An index that Quire did not prepare, as its mapping describes it.
struct ExistingIndex: Sendable {
    /// The name for requests: an index or an alias.
    let name: String
    /// The forms of the module's fields by ordinal, then those of the metadata.
    private var fields: [NaturalField]
    /// What the index has under the names of its fields.
    let properties: JSONValue

    init(_ name: String, _ module: IndexedModule, _ properties: JSONValue) {
        self.name = name
        fields = (module.values + module.metadata).map { NaturalField($0, properties[$0.descriptor.name]) }
        self.properties = properties
    }

    /// The fields that are keywords, with their ordinals.
    var keywords: [(ordinal: Int, field: NaturalField)] {
        fields.enumerated().filter { $0.element.kind == .keyword }.map { ($0.offset, $0.element) }
    }

    /// Marks a field that answers nothing exactly.
    mutating func refuse(_ ordinal: Int, _ reason: String) { fields[ordinal].kind = .inexact(reason) }

    func field(_ field: IndexedField) -> NaturalField {
        guard field.isMetadata, field.descriptor.name == "id" else { return fields[field.ordinal] }
        return .documentID
    }
}

extension NaturalField {
    static let documentID = NaturalField(name: LayoutField.documentID, kind: .id)

    private init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }
}
