import QuireCore
import QuireRemote

/// The index of a module: its names, its fields, and how documents hold instances.
struct IndexLayout: Sendable {
    let names: IndexNames
    let module: IndexedModule
    /// How documents hold items.
    let document: PlainDocument
    let keys: DocumentKeys

    /// - Throws: `UnsupportedError` if the prefix and the module's name do not form a valid index name.
    init(_ module: ModuleDescriptor, _ settings: OpenSearchSettings) throws(UnsupportedError) {
        names = try IndexNames(module, settings)
        let indexed = IndexedModule(module)
        self.module = indexed
        document = PlainDocument(indexed, longitudeFirst: true)
        keys = DocumentKeys(document)
    }
}
