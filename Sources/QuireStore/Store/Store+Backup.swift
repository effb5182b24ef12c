#if SQLite
import QuireCore

extension Store {
    /// Copies the store's file to a new one, while other tasks and processes may read and write.
    ///
    /// ```swift
    /// try await store.backUp(to: "content-2026-11-23.sqlite")
    /// ```
    /// The copy has one state of the store. It is checked before it gets its name.
    /// - Throws: `StoreError` (`exists`) if there is already a file, `CancellationError`.
    public func backUp(to path: String) async throws {
        try await Self.backUp(location, to: path, options: options)
    }

    /// Copies a store's file without opening it with a schema, so that nothing is migrated.
    ///
    /// ```swift
    /// try await Store.backUp(.file("content.sqlite"), to: "content-old.sqlite")
    /// ```
    /// - Throws: `StoreError` if there is no store, or already a file at `path`; `CancellationError`.
    public static func backUp(
        _ location: Location, to path: String, options: StoreOptions = StoreOptions()
    ) async throws {
        let source = try location.path(for: "back up the store")
        try StorePath(source).check(isReadOnly: true)
        try await LongReads().run { try StoreBackup(source, options).write(to: path) }
    }

    /// Replaces the content of a file with that of a backup, in one transaction.
    ///
    /// ```swift
    /// await store.close()
    /// try await Store.restore(.file("content.sqlite"), from: "content-2026-11-23.sqlite")
    /// let restored = try await Store(.file("content.sqlite"), schema: ContentSchema.self)
    /// ```
    /// Close all stores of the file first. The backup stays as it is. If the file does not exist, it is created.
    /// - Throws: `StoreError` if the backup is not a sound store, or the file is another program's; `CancellationError`.
    public static func restore(
        _ location: Location, from backup: String, options: StoreOptions = StoreOptions()
    ) async throws {
        let path = try location.path(for: "restore the store")
        try await LongReads().run { try StoreBackup(backup, options).restore(to: path) }
    }
}

extension Store.Location {
    fileprivate func path(for action: String) throws -> String {
        guard case .file(let path) = self else {
            throw StoreError(
                .cannotOpen, action: action, location: description,
                reason: "a store in memory has no file", advice: "Open the store from a file.")
        }
        return path
    }
}
#endif
