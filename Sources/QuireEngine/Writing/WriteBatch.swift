import QuireCore

/// Writes that go out together: an ordered list of operations, with typed methods to fill it.
///
/// ```swift
/// var batch = WriteBatch()
/// let emma = batch.create(draft)
/// batch.update(book)
/// batch.delete(other)
/// let result = try await content.write(batch)
/// let book = try result.item(emma)
/// ```
/// A batch is carried out in HALO's order, whatever order it was written in: truncate, create, update, create or
/// update, delete. Each operation succeeds or fails on its own.
public struct WriteBatch: Sendable, Hashable {
    public var operations: [WriteOperation] = []

    public init() {}

    public init(_ operations: [WriteOperation]) { self.operations = operations }

    /// Whether there is nothing to write.
    public var isEmpty: Bool { operations.isEmpty }

    /// Adds an operation, typed by its module.
    mutating func add<Module>(_ operation: WriteOperation, of module: Module.Type) -> BatchEntry<Module> {
        operations.append(operation)
        return BatchEntry(position: operations.count - 1)
    }

    /// The positions of the operations in the order in which they are carried out.
    package var order: [Int] {
        WriteOperation.Kind.allCases.flatMap { kind in
            operations.indices.filter { operations[$0].kind == kind }
        }
    }
}

/// The place of an operation in its batch, to find what became of it.
public struct BatchEntry<Module: ContentModule>: Sendable, Hashable {
    /// Counted from 0, in the order in which the batch was written.
    public let position: Int
}

extension WriteBatch {
    /// Creates an item of what the draft sets; see `ContentClient.create`.
    @discardableResult
    public mutating func create<Module>(
        _ draft: ContentDraft<Module>, id: ContentID<Module>? = nil
    ) -> BatchEntry<Module> {
        add(WriteOperation(.create, draft, id: id?.rawValue), of: Module.self)
    }

    /// Creates an item of a draft that may lack required fields; see `ContentClient.createIncomplete`.
    @discardableResult
    public mutating func createIncomplete<Module>(
        _ draft: ContentDraft<Module>, id: ContentID<Module>? = nil
    ) -> BatchEntry<Module> {
        var operation = WriteOperation(.create, draft, id: id?.rawValue)
        operation.checks.allowsIncomplete = true
        return add(operation, of: Module.self)
    }

    /// Creates an item under the id that it has.
    @discardableResult
    public mutating func create<Module>(_ item: Content<Module>) -> BatchEntry<Module> {
        add(WriteOperation(.create, item), of: Module.self)
    }

    /// Changes what the draft changes, whatever happened to the item since.
    @discardableResult
    public mutating func update<Module>(
        _ id: ContentID<Module>, with draft: ContentDraft<Module>
    ) -> BatchEntry<Module> {
        add(WriteOperation(.update, draft, id: id.rawValue), of: Module.self)
    }

    /// Changes what the draft changes, unless the item was updated since it was read.
    @discardableResult
    public mutating func update<Module>(
        _ item: Content<Module>, with draft: ContentDraft<Module>
    ) -> BatchEntry<Module> {
        var operation = WriteOperation(.update, draft, id: item.id.rawValue)
        operation.moduleID = item.metadata.module ?? operation.moduleID
        operation.seenUpdatedAt = item.metadata.updatedAt
        return add(operation, of: Module.self)
    }

    /// Writes a whole item over the one of its id, unless that was updated since it was read.
    @discardableResult
    public mutating func update<Module>(_ item: Content<Module>) -> BatchEntry<Module> {
        add(WriteOperation(.update, item), of: Module.self)
    }

    /// Writes a whole item, new or not; one that is there must not have been updated since it was read.
    @discardableResult
    public mutating func createOrUpdate<Module>(_ item: Content<Module>) -> BatchEntry<Module> {
        add(WriteOperation(.createOrUpdate, item), of: Module.self)
    }

    /// Deletes an item.
    @discardableResult
    public mutating func delete<Module>(_ item: Content<Module>) -> BatchEntry<Module> { delete(item.id) }

    /// Deletes the item of that id.
    @discardableResult
    public mutating func delete<Module>(_ id: ContentID<Module>) -> BatchEntry<Module> {
        add(WriteOperation(.delete, Module.descriptor, id: id.rawValue), of: Module.self)
    }

    /// Deletes all items of a module, before anything else of the batch is done.
    @discardableResult
    public mutating func truncate<Module: ContentModule>(_ module: Module.Type) -> BatchEntry<Module> {
        add(WriteOperation(.truncate, Module.descriptor), of: Module.self)
    }
}
