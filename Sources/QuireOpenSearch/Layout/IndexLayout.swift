import QuireCluster
import QuireCore

/// A module as an index: its names, its fields, and where documents hold instances.
struct IndexLayout: Sendable {
    let names: IndexNames
    let module: IndexedModule
    let stored: StoredKeys

    /// - Throws: `UnsupportedError` where the prefix or the module's name make no name of an index.
    init(_ module: ModuleDescriptor, _ settings: OpenSearchSettings) throws(UnsupportedError) {
        names = try IndexNames(module, settings)
        let indexed = IndexedModule(module)
        self.module = indexed
        stored = StoredKeys(indexed, metadata: "meta", rest: "rest", value: \.physicalName)
    }
}
