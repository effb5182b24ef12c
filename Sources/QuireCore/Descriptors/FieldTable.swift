import QuireText

/// The description of one field at run time.
public struct FieldDescriptor: Sendable, Hashable {
    /// The name on the wire.
    public var name: String
    public var kind: FieldKind
    public var isRequired: Bool
    public var isSortable: Bool
    public var facet: FacetKind?
    /// The weight in full-text search, or `nil` if the field is not searchable.
    public var searchWeight: Double?
    public var isLocalized: Bool
    /// The constraints on the values; `nil` if there are none.
    public var constraints: FieldConstraints?
    /// The names on the wire before the field was renamed, the latest first. Content under them is read as the field's.
    public var formerNames: [String] = []
    /// The current values of a choice by their former ones.
    public var renamedChoices: [String: String] = [:]
    /// The value that a store gives to items without one, because they are older than the required field.
    public var defaultValue: JSONValue?
    /// The values of a choice whose list is closed; `nil` for an open list and for other kinds.
    public var closedValues: [String]?
    /// Whether queries see a member of an object as a field of the module. They always see the module's own fields.
    public var isQueryable = false
    /// The way to a member of an object, which ends with the member; empty for a field of its own.
    package var memberSteps: [MemberStep] = []

    /// How the values of a facet field combine, and whether they form levels.
    public enum FacetKind: String, Sendable, Hashable, Codable {
        case conjunctive, disjunctive, hierarchical
    }

    public init(
        name: String, kind: FieldKind, isRequired: Bool = false, isSortable: Bool = false,
        facet: FacetKind? = nil,
        searchWeight: Double? = nil, isLocalized: Bool = false, constraints: FieldConstraints? = nil,
        defaultValue: JSONValue? = nil, closedValues: [String]? = nil
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.isSortable = isSortable
        self.facet = facet
        self.searchWeight = searchWeight
        self.isLocalized = isLocalized
        self.constraints = constraints
        self.defaultValue = defaultValue
        self.closedValues = closedValues
    }

    /// Whether the field, or a field of its objects, has constraints.
    package var isConstrained: Bool {
        if constraints != nil { return true }
        if case .object(let table) = kind.innermost { return table.hasConstraints }
        return false
    }
}

/// The fields of a module or an object, in the schema's order, with lookup by wire name.
///
/// Generated code refers to a field by its position here.
public final class FieldTable: Sendable, Hashable {
    public let fields: [FieldDescriptor]
    /// The members of objects that queries see as fields.
    package let members: [FieldDescriptor]
    let indexByName: [String: Int]
    @usableFromInline let keys: FieldKeys
    /// Whether any field has constraints, including those of objects.
    package let hasConstraints: Bool
    /// Whether content can have former names of fields or choices, also inside objects.
    package let hasFormerNames: Bool

    public init(_ fields: [FieldDescriptor]) {
        self.fields = fields
        var index: [String: Int] = [:]
        for (position, field) in fields.enumerated() where index[field.name] == nil {
            index[field.name] = position
        }
        indexByName = index
        members = Self.members(of: fields)
        keys = FieldKeys(fields)
        hasConstraints = fields.contains { $0.isConstrained }
        hasFormerNames = fields.contains { $0.hasFormerNames }
    }

    /// The position of the field with a wire name.
    public func index(of name: String) -> Int? { indexByName[name] }

    public subscript(name: String) -> FieldDescriptor? { indexByName[name].map { fields[$0] } }

    /// The table of the object field at a position. Empty if the field is not an object.
    public func object(_ index: Int) -> FieldTable {
        guard fields.indices.contains(index) else { return FieldTable([]) }
        var kind = fields[index].kind
        while case .list(let element) = kind { kind = element }
        if case .object(let table) = kind { return table }
        return FieldTable([])
    }

    public static func == (left: FieldTable, right: FieldTable) -> Bool {
        left === right || left.fields == right.fields
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension FieldTable {
    /// The field of a key of the content, which is equal if its bytes are. A key in another Unicode form is unknown.
    package subscript(exactly name: String) -> FieldDescriptor? {
        self[name].flatMap { $0.name.isByteEqual(to: name) ? $0 : nil }
    }
}

extension FieldTable {
    /// The fields that metadata filters and sorts can name: the keys of an instance beside its values.
    package static let metadata = FieldTable(
        ["id", "name", "module", "createdBy", "updatedBy", "deletedBy"].map {
            FieldDescriptor(name: $0, kind: .text, isSortable: true)
        }
            + ["createdAt", "updatedAt", "publishedAt", "archivedAt", "removedAt", "deletedAt"].map {
                FieldDescriptor(name: $0, kind: .dateTime(.epochMilliseconds), isSortable: true)
            }
            + ["revision", "customerId"].map { FieldDescriptor(name: $0, kind: .integer, isSortable: true) })
}

/// The type that a custom scalar is based on.
public enum ScalarBase: String, Sendable, Hashable, Codable {
    case text, integer, number, boolean
}

/// The kind of value that a field holds: the schema's `type`, resolved.
public indirect enum FieldKind: Sendable, Hashable {
    case text, longText, html
    case integer, number, boolean
    case date(DateFormat), time(DateFormat), dateTime(DateFormat)
    case url, image, video, audio, document
    case color, geopoint, json
    case choice, choices
    case list(FieldKind)
    case object(FieldTable)
    case localizedText
    case relation(module: String), relations(module: String)
    case scalar(ScalarBase)
}

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
