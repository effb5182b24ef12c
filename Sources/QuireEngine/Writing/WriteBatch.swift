import QuireCore

/// Writes that are sent together: an ordered list of operations, with typed methods to add them.
///
/// ```swift
/// var batch = WriteBatch()
/// let emma = batch.create(draft)
/// batch.update(book)
/// batch.delete(other)
/// let result = try await content.write(batch)
/// let book = try result.item(emma)
/// ```
/// A batch is performed in HALO's order, regardless of the order in which it was built: truncate, create, update,
/// create or update, delete. Each operation succeeds or fails on its own.
public struct WriteBatch: Sendable, Hashable {
    public var operations: [WriteOperation] = []

    public init() {}

    public init(_ operations: [WriteOperation]) { self.operations = operations }

    /// Whether the batch has no operations.
    public var isEmpty: Bool { operations.isEmpty }

    /// Adds an operation, typed by its module.
    mutating func add<Module>(_ operation: WriteOperation, of module: Module.Type) -> BatchEntry<Module> {
        operations.append(operation)
        return BatchEntry(position: operations.count - 1)
    }

    /// The positions of the operations in the order in which they are performed.
    package var order: [Int] {
        WriteOperation.Kind.allCases.flatMap { kind in
            operations.indices.filter { operations[$0].kind == kind }
        }
    }
}

/// The position of an operation in its batch, for finding its result.
public struct BatchEntry<Module: ContentModule>: Sendable, Hashable {
    /// The position, starting at 0, in the order in which the batch was built.
    public let position: Int
}

extension WriteBatch {
    /// Creates an item with the values of the draft. See `ContentClient.create`.
    @discardableResult
    public mutating func create<Module>(
        _ draft: ContentDraft<Module>, id: ContentID<Module>? = nil
    ) -> BatchEntry<Module> {
        add(WriteOperation(.create, draft, id: id?.rawValue), of: Module.self)
    }

    /// Creates an item from a draft that may lack required fields. See `ContentClient.create(incomplete:id:)`.
    @discardableResult
    public mutating func create<Module>(
        incomplete draft: ContentDraft<Module>, id: ContentID<Module>? = nil
    ) -> BatchEntry<Module> {
        var operation = WriteOperation(.create, draft, id: id?.rawValue)
        operation.checks.allowsIncomplete = true
        return add(operation, of: Module.self)
    }

    /// Creates an item with its existing id.
    @discardableResult
    public mutating func create<Module>(_ item: Content<Module>) -> BatchEntry<Module> {
        add(WriteOperation(.create, item), of: Module.self)
    }

    /// Applies a draft to an item, regardless of changes since it was read.
    @discardableResult
    public mutating func update<Module>(
        _ id: ContentID<Module>, with draft: ContentDraft<Module>
    ) -> BatchEntry<Module> {
        add(WriteOperation(.update, draft, id: id.rawValue), of: Module.self)
    }

    /// Applies a draft to an item, unless the item was updated since it was read.
    @discardableResult
    public mutating func update<Module>(
        _ item: Content<Module>, with draft: ContentDraft<Module>
    ) -> BatchEntry<Module> {
        var operation = WriteOperation(.update, draft, id: item.id.rawValue)
        operation.moduleID = item.metadata.module ?? operation.moduleID
        operation.seenUpdatedAt = item.metadata.updatedAt
        return add(operation, of: Module.self)
    }

    /// Replaces a stored item by this one, unless it was updated since it was read.
    @discardableResult
    public mutating func update<Module>(_ item: Content<Module>) -> BatchEntry<Module> {
        add(WriteOperation(.update, item), of: Module.self)
    }

    /// Writes a complete item, new or existing. An existing item must not have been updated since it was read.
    @discardableResult
    public mutating func createOrUpdate<Module>(_ item: Content<Module>) -> BatchEntry<Module> {
        add(WriteOperation(.createOrUpdate, item), of: Module.self)
    }

    /// Deletes an item.
    @discardableResult
    public mutating func delete<Module>(_ item: Content<Module>) -> BatchEntry<Module> { delete(item.id) }

    /// Deletes the item with an id.
    @discardableResult
    public mutating func delete<Module>(_ id: ContentID<Module>) -> BatchEntry<Module> {
        add(WriteOperation(.delete, Module.descriptor, id: id.rawValue), of: Module.self)
    }

    /// Deletes all items of a module, before any other operation of the batch.
    @discardableResult
    public mutating func delete<Module: ContentModule>(all module: Module.Type) -> BatchEntry<Module> {
        add(WriteOperation(.truncate, Module.descriptor), of: Module.self)
    }
}

/// A batch without operations.
public struct EmptyBatchError: Error, Sendable, Hashable, CustomStringConvertible {
    public init() {}

    public var description: String {
        "Could not write the batch: it is empty. Add an operation to it, or do not write it."
    }
}
