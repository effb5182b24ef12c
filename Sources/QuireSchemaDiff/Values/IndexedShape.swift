import QuireSchema

/// Everything about a field that determines the documents of a search cluster. If it changes, collections are rebuilt.
///
/// The engines derive the name of a collection from the same parts: see `ModuleDescriptor.signature` and the layouts of
/// the engines. A test compares this with them.
struct IndexedShape: Hashable {
    private var name: WireName
    private var type: TypeShape
    private var isRequired: Bool
    private var isLocalized: Bool
    private var weight: Double?
    private var isFacet: Bool
    private var isHierarchical: Bool
    private var sortsText: Bool

    init(_ field: Field, _ resolver: TypeResolver) {
        name = WireName(field.name)
        type = TypeShape(field.type, resolver)
        isRequired = field.required
        isLocalized = field.localized
        weight = field.searchable
        isFacet = field.facet != nil
        isHierarchical = field.facet == .hierarchical
        sortsText = field.sortable && type.isText
    }
}

/// The type of a field without what documents do not depend on: the values of choices, the Swift types of scalars.
indirect enum TypeShape: Hashable {
    case named(String)
    case date(String, DateFormat)
    case list(TypeShape)
    case object([IndexedShape])
    case relation(String, module: WireName)
    case scalar(Scalar.Base)

    init(_ type: FieldType, _ resolver: TypeResolver) {
        switch type {
        case .date(let format): self = .date("date", format)
        case .time(let format): self = .date("time", format)
        case .dateTime(let format): self = .date("dateTime", format)
        case .list(let element): self = .list(TypeShape(element, resolver))
        case .object(let fields): self = .object(fields.map { IndexedShape($0, resolver) })
        case .relation(let module), .relations(let module):
            self = .relation(type.name, module: resolver.current(module))
        case .scalar:
            if case .scalar(let base, _) = resolver.resolve(type) {
                self = .scalar(base)
            } else {
                self = .named(type.name)
            }
        default: self = .named(type.name)
        }
    }

    /// Whether the engines keep a separate key to sort by.
    var isText: Bool {
        switch self {
        case .named(let name):
            !["integer", "number", "boolean", "geopoint", "json", "localizedText", "choices"].contains(name)
        case .relation(let name, _): name == "relation"
        case .scalar(let base): base == .text
        case .date, .list, .object: false
        }
    }
}
