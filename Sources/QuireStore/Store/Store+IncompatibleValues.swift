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

/// The values of a module that is stored as its schema requires.
struct StoredValues {
    let layout: ModuleLayout
    let connection: Connection

    init(_ layout: ModuleLayout, _ connection: Connection) {
        self.layout = layout
        self.connection = connection
    }

    func incompatible(limit: Int) throws -> IncompatibleValues {
        let conversion = RowConversion(
            connection, from: StoredModule(layout), to: layout, fillsDefaults: false)
        let source = conversion.source(of: layout.fields, table: layout.table, textTable: layout.textTable)
        var finder = IncompatibleValueFinder(conversion.target, limit: limit)
        try conversion.run(from: source, where: condition) { item, row in finder.check(item, row) }
        return finder.result
    }

    /// Selects the items that may have a value that does not fit.
    private var condition: String {
        var tests = ["t.unmodelled IS NOT NULL"]
        for (descriptor, field) in zip(layout.module.fields.fields.uniqueByName, layout.fields) {
            let isList = descriptor.kind.listElement != nil
            if descriptor.isRequired { tests.append("\(field.selected) IS NULL") }
            // Lists, objects and localized texts may be stored from a time when their field had another kind.
            if isList || field.storage == .json, descriptor.kind != .json {
                tests.append("\(field.selected) IS NOT NULL")
            }
            if !isList, let known = descriptor.closedValues {
                let list = known.map(SQLite.text).joined(separator: ", ")
                tests.append("\(field.selected) NOT IN (\(list))")
            }
        }
        return tests.joined(separator: " OR ")
    }
}
#endif
