import QuireCore
import QuireEngine

/// An engine that keeps more beside an item's values than other programs write, and can correct it.
///
/// ```swift
/// let count = try await engine.repair(ContentSchema.self) { print($0.stored) }
/// ```
/// The engines' own documentation says what other programs leave wrong, and which requests correct it. Call it after
/// another program has written into a prepared collection.
public protocol RepairableEngine: ContentEngine {
    /// Compares all items of modules with what Quire would write, and writes those that differ.
    ///
    /// - Parameters:
    ///   - modules: The modules whose items are compared. Their collections must be prepared.
    ///   - onProgress: Called after each batch of items.
    /// - Returns: The number of items that were corrected.
    func repair(
        _ modules: [ModuleDescriptor], onProgress: @escaping @Sendable (PreparationProgress) -> Void
    ) async throws -> Int
}

extension RepairableEngine {
    /// Compares all items of a schema's modules with what Quire would write, and writes those that differ.
    ///
    /// - Returns: The number of items that were corrected.
    @discardableResult
    public func repair<Schema: SchemaDescription>(
        _ schema: Schema.Type, onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws -> Int {
        try await repair(schema.modules, onProgress: onProgress)
    }
}
