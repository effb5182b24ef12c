#if SQLite
import QuireCore

extension Store {
    /// Finds out what opening a file with a schema would do, without changing the file.
    ///
    /// ```swift
    /// let plan = try await Store.plan(for: ContentSchema.self, of: .file("content.sqlite"))
    /// print(plan.seconds, plan.isLossless, plan)
    /// ```
    /// Reads all items of the modules that change. Other tasks and processes may read and write meanwhile.
    /// - Returns: The plan; empty if the file matches the schema.
    /// - Throws: `StoreError` if there is no file, or it is not a store; `CancellationError`.
    public static func plan(
        for schema: any SchemaDescription.Type, of location: Location, options: StoreOptions = StoreOptions()
    ) async throws -> MigrationPlan {
        try await plan(for: schema.modules, of: location, options: options)
    }

    /// Finds out what opening a file with modules that are defined at run time would do.
    public static func plan(
        for modules: [ModuleDescriptor], of location: Location, options: StoreOptions = StoreOptions()
    ) async throws -> MigrationPlan {
        let text = TextContext(options.analyzer)
        let connection = try reading(location, options, text: text)
        let pool = ConnectionPool([connection], more: 0) { throw CancellationError() }
        return try await LongReads().run(pool) { connection in
            connection.action = "plan the migration"
            return try text.readingAnyIndex {
                try SchemaUpgrade(connection, modules, options: options, text: text).plan()
            }
        }
    }

    /// Finds out what opening this store's file with another schema would do.
    ///
    /// ```swift
    /// let plan = try await store.plan(for: ContentSchema.self)
    /// ```
    public func plan(for schema: any SchemaDescription.Type) async throws -> MigrationPlan {
        try await plan(for: schema.modules)
    }

    /// Finds out what opening this store's file with other modules would do.
    public func plan(for modules: [ModuleDescriptor]) async throws -> MigrationPlan {
        let (options, text) = (options, text)
        return try await LongReads().run(readers) { connection in
            try SchemaUpgrade(connection, modules, options: options, text: text).plan()
        }
    }

    /// A connection that reads a file without changing it.
    static func reading(
        _ location: Location, _ options: StoreOptions, text: TextContext
    ) throws -> Connection {
        let timeout = Int32(clamping: options.busyTimeout)
        switch location {
        case .memory: return try Connection("memory", mode: .memory, busyTimeout: timeout, text: text)
        case .file(let path):
            try StorePath(path).check(isReadOnly: true)
            return try Connection(path, mode: StorePath(path).readingMode, busyTimeout: timeout, text: text)
        }
    }
}
#endif
