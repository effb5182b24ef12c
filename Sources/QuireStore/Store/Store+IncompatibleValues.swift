#if SQLite
import QuireCore

extension Store {
    /// Finds the stored values that do not fit the schema that the store was opened with.
    ///
    /// ```swift
    /// let found = try await store.incompatibleValues(of: Books.self)
    /// print(found.counts)          // [FieldCount(field: "age", count: 3)]
    /// ```
    /// Reads the items that may have such values, and changes nothing.
    ///
    /// - Parameters:
    ///   - module: The module to check.
    ///   - limit: How many values of each field are returned besides the counts.
    /// - Throws: `StoreError`, `CancellationError`.
    public func incompatibleValues<Module: ContentModule>(
        of module: Module.Type, limit: Int = 100
    ) async throws -> IncompatibleValues {
        try await incompatibleValues(of: Module.descriptor.name, limit: limit)
    }

    /// Finds the stored values of a module that is defined at run time.
    public func incompatibleValues(of module: String, limit: Int = 100) async throws -> IncompatibleValues {
        let layout = try layout(module, action: "check the values of \"\(module)\"")
        return try await LongReads().run(readers) { connection in
            try connection.transaction(.deferred) {
                try StoredValues(layout, connection).incompatible(limit: limit)
            }
        }
    }
}
#endif
