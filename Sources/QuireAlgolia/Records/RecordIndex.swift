import QuireCore
import QuireRemote
import QuireText

/// How the instances of a module are stored in its index: the attributes of a record and their contents.
final class RecordIndex: Sendable {
    let module: IndexedModule
    /// The index's name.
    let name: String
    /// The attributes by the fields' ordinals: values first, then metadata.
    let attributes: [RecordAttributes]
    /// The ordinals of text or Boolean fields that a replica sorts by.
    let orderedTexts: Set<Int>
    /// The replicas of this module.
    let replicas: [AlgoliaReplica]
    /// Whose full-text search the index is made for.
    let textForm: Meaning
    let analyzer: TextAnalyzer
    /// How a record holds an item.
    let document: PlainDocument
    let keys: DocumentKeys

    init(_ module: ModuleDescriptor, _ settings: AlgoliaSettings) {
        let indexed = IndexedModule(module)
        self.module = indexed
        name = settings.prefix + module.name
        attributes = (indexed.values + indexed.metadata).map(RecordAttributes.init)
        replicas = settings.replicas.filter { $0.module == module.name }
        let sorted = replicas.flatMap(\.sort).compactMap { indexed.field($0.property) }
        orderedTexts = Set(sorted.filter { !$0.hasNumbers }.map(\.ordinal))
        textForm = settings.text
        analyzer = settings.analyzer
        document = Self.document(of: indexed)
        keys = DocumentKeys(document)
    }

    /// The service keeps numbers as doubles. `_tags` and `_geoloc` are attributes of other programs, and stay as they are.
    static func document(of module: IndexedModule, hidden: [String]? = nil) -> PlainDocument {
        PlainDocument(
            module, id: "objectID", convertsPlaces: false, fidelity: .numbersAsDoubles,
            reserved: ["_tags", "_geoloc"], hidden: hidden)
    }

    func attributes(of field: IndexedField) -> RecordAttributes { attributes[field.ordinal] }

    var fields: [IndexedField] { module.values + module.metadata }

    /// The attributes from which an instance is read, with some of the fields, or with all of them and undeclared values.
    func retrieved(_ fields: [IndexedField]?, keepsUnknownValues: Bool) -> [JSONValue] {
        guard fields == nil, keepsUnknownValues else {
            return document.names(of: fields).map(JSONValue.string)
        }
        return [.string("*")] + RecordAttributes.derived(attributes).map { .string("-" + $0) }
    }

    /// How instances are read from records, with their fields in the schema's order.
    func form(
        fields: [IndexedField]? = nil, shape: LocalizedShape? = nil, keepsUnknownValues: Bool = true
    ) -> DocumentForm {
        DocumentForm(
            keys, fields: fields?.sorted { $0.ordinal < $1.ordinal }, shape: shape,
            keepsUnknownValues: keepsUnknownValues)
    }
}
