import QuireCluster
import QuireCore
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
    let textForm: AlgoliaSettings.TextForm
    let analyzer: TextAnalyzer
    /// The attributes from which a whole instance is read.
    let everything: [JSONValue]
    /// The keys under which a record holds its instance.
    let storedKeys: StoredKeys

    init(_ module: ModuleDescriptor, _ settings: AlgoliaSettings) {
        let indexed = IndexedModule(module)
        self.module = indexed
        name = settings.prefix + module.name
        attributes = (indexed.values + indexed.metadata).map(RecordAttributes.init)
        replicas = settings.replicas.filter { $0.module.isByteEqual(to: module.name) }
        let keys = replicas.flatMap(\.sort).compactMap { indexed.field($0.property) }
        orderedTexts = Set(keys.filter { !$0.hasNumbers }.map(\.ordinal))
        textForm = settings.text
        analyzer = settings.analyzer
        let stored = attributes.prefix(indexed.values.count).map(\.stored)
        everything =
            [RecordAttributes.metadata, RecordAttributes.unknown].map(JSONValue.string)
            + stored.map(JSONValue.string)
        let attributes = attributes
        storedKeys = StoredKeys(
            indexed, metadata: RecordAttributes.metadata, rest: RecordAttributes.unknown, others: ["objectID"]
        ) { attributes[$0.ordinal].stored }
    }

    func attributes(of field: IndexedField) -> RecordAttributes { attributes[field.ordinal] }

    var fields: [IndexedField] { module.values + module.metadata }

    /// The attributes from which an instance with some of the fields is read.
    func stored(_ fields: [IndexedField]) -> [JSONValue] {
        [.string(RecordAttributes.metadata)]
            + fields.filter { !$0.isMetadata }.map { .string(attributes(of: $0).stored) }
    }
}
