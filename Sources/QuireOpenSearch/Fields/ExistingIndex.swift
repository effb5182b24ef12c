import QuireCore
import QuireRemote

/// An index that Quire did not prepare, as its mapping describes it.
struct ExistingIndex: Sendable {
    /// The name for requests: an index or an alias.
    let name: String
    /// The forms of the module's fields by ordinal, then those of the metadata.
    private var fields: [NaturalField]
    private let module: IndexedModule
    /// What the index has under the names of its fields.
    let properties: JSONValue

    init(_ name: String, _ module: IndexedModule, properties: JSONValue) {
        self.name = name
        self.module = module
        fields = (module.values + module.metadata).map {
            NaturalField($0, MappedPath($0.descriptor.path, in: properties))
        }
        self.properties = properties
    }

    /// The fields that are keywords, with their ordinals.
    var keywords: [(ordinal: Int, field: NaturalField)] {
        fields.enumerated().filter { $0.element.kind == .keyword }.map { ($0.offset, $0.element) }
    }

    /// Marks a field that is exact for nothing.
    mutating func refuse(_ ordinal: Int, _ reason: String) { fields[ordinal].kind = .inexact(reason) }

    func field(_ field: IndexedField) -> NaturalField {
        guard field.isMetadata, field.descriptor.name == "id" else { return fields[field.ordinal] }
        return .documentID
    }

    /// The form of the member at a path. `nil` if the module has another field of this name.
    func member(_ path: [String]) -> NaturalField? {
        let name = path.joined(separator: ".")
        return module.values.first {
            $0.descriptor.memberSteps.count == path.count && $0.descriptor.name.isByteEqual(to: name)
        }.map(field)
    }

    /// Whether the index keeps the objects of the list at a path apart.
    func isNested(_ path: [String]) -> Bool { MappedPath.isNested(path, in: properties) }
}

extension FieldDescriptor {
    /// The names on the way to the value.
    var path: [String] { isMember ? memberSteps.map(\.name) : [name] }
}

extension NaturalField {
    static let documentID = NaturalField(name: LayoutField.documentID, kind: .id)

    private init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

extension ExistingIndex {
    /// What a user can do about a condition that an index cannot test exactly.
    static func ways(_ reason: String) -> String {
        "\(reason). Let the rest be filtered here with .fallback(.clientSide(maxScanned: 1_000)), "
            + "or let Quire prepare an index: engine.prepare(…) under another prefix"
    }
}
