import QuireSchema

/// A field's type as it appears on the wire, with its enumeration or scalar resolved.
indirect enum ResolvedType: Hashable {
    /// Any text.
    case text
    /// A text; `nil` allows any.
    case choice(Set<WireName>?)
    case scalar(Scalar.Base, swiftType: String)
    case integer, number, boolean
    case date(DateFormat)
    case geopoint, json, localizedText
    case relation(module: WireName)
    case list(ResolvedType)
    case object([Member])

    struct Member: Hashable {
        var name: WireName
        var type: ResolvedType
        var isRequired: Bool
    }
}

/// A name on the wire, compared by its bytes. Swift treats composed and decomposed letters as equal.
struct WireName: Hashable {
    let bytes: [UInt8]

    init(_ name: String) { bytes = Array(name.utf8) }
}

/// Looks up the enumerations and scalars of a schema.
struct TypeResolver {
    private var enumerations: [WireName: Enumeration] = [:]
    private var scalars: [WireName: Scalar] = [:]
    /// The current names of renamed modules, by their former ones.
    private let renamed: [WireName: WireName]

    init(_ schema: Schema, renamed: [WireName: WireName] = [:]) {
        self.renamed = renamed
        for enumeration in schema.enumerations { enumerations[WireName(enumeration.name)] = enumeration }
        for scalar in schema.scalars { scalars[WireName(scalar.name)] = scalar }
    }

    func resolve(_ type: FieldType) -> ResolvedType {
        switch type {
        case .text, .longText, .html, .url, .image, .video, .audio, .document, .color: .text
        case .integer: .integer
        case .number: .number
        case .boolean: .boolean
        case .date(let format), .time(let format), .dateTime(let format): .date(format)
        case .geopoint: .geopoint
        case .json: .json
        case .choice(let choices): resolve(choices)
        case .choices(let choices): .list(resolve(choices))
        case .list(let element): .list(resolve(element))
        case .object(let fields):
            .object(
                fields.map {
                    ResolvedType.Member(
                        name: WireName($0.name), type: resolve($0.type), isRequired: $0.required)
                })
        case .localizedText: .localizedText
        case .relation(let module): .relation(module: current(module))
        case .relations(let module): .list(.relation(module: current(module)))
        case .scalar(let name):
            scalars[WireName(name)].map { .scalar($0.base, swiftType: $0.swiftType) } ?? .json
        }
    }

    /// The current name of a module.
    func current(_ module: String) -> WireName {
        renamed[WireName(module)] ?? WireName(module)
    }

    /// The values of a choice, and whether they are all.
    func values(of choices: ChoiceSet) -> (values: [ChoiceValue], closed: Bool) {
        switch choices {
        case .inline(let values, let closed): (values, closed)
        case .shared(let name):
            enumerations[WireName(name)].map { ($0.values, $0.closed) } ?? ([], false)
        }
    }

    private func resolve(_ choices: ChoiceSet) -> ResolvedType {
        let (values, closed) = values(of: choices)
        return .choice(closed ? Set(values.map { WireName($0.raw) }) : nil)
    }
}
