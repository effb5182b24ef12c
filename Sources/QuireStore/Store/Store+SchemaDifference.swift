#if SQLite

import QuireCore

extension Store {
    /// Compares a file with a schema, without changing the file.
    ///
    /// ```swift
    /// let difference = try await Store.schemaDifference(of: .file("content.sqlite"), schema: ContentSchema.self)
    /// guard !difference.isDowngrade else { return askForUpdate() }
    /// let store = try await Store(.file("content.sqlite"), schema: ContentSchema.self)
    /// ```
    /// - Returns: What opening the file would migrate; empty if it matches the schema. An empty file lacks all modules.
    /// - Throws: `StoreError` if there is no file, or it is not a store.
    public static func schemaDifference(
        of location: Location, schema: any SchemaDescription.Type, options: StoreOptions = StoreOptions()
    ) async throws -> SchemaDifference {
        try await schemaDifference(of: location, modules: schema.modules, options: options)
    }

    /// Compares a file with modules that are defined at run time.
    public static func schemaDifference(
        of location: Location, modules: [ModuleDescriptor], options: StoreOptions = StoreOptions()
    ) async throws -> SchemaDifference {
        let text = TextContext(options.analyzer)
        let connection = try reading(location, options, text)
        return try text.readingAnyIndex {
            try SchemaUpgrade(connection, modules, options, text).difference()
        }
    }
}
#endif
