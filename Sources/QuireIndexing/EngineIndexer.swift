import Foundation
import QuireCore
import QuireEngine
import QuireText

/// Keeps a writable engine, for example a search cluster, in sync with another engine, for example a store.
///
/// ```swift
/// await monitor.add(
///     EngineIndexer(from: store, into: cluster, modules: Books.self, Authors.self),
///     changesFrom: store.changes(of: Books.self, Authors.self))
/// ```
/// Items are written completely: values, tags, name and lifecycle dates. The target engine manages its own authors and
/// update dates.
public struct EngineIndexer: ItemIndexer {
    public let emptiesFirst: Bool
    private let source: any ContentEngine
    private let target: any WritableEngine
    private let modules: [ModuleDescriptor]

    /// - Parameters:
    ///   - source: The engine to read items from.
    ///   - target: The engine to write items to.
    ///   - modules: The modules to index.
    ///   - emptiesFirst: Whether all items of a module are deleted from the target before the first indexing, or before
    ///     reindexing after a schema change. If `false`, searches keep working meanwhile, but items that were deleted
    ///     from the source before indexing started remain.
    public init(
        from source: any ContentEngine, into target: any WritableEngine, modules: any ContentModule.Type...,
        emptiesFirst: Bool = true
    ) {
        self.init(from: source, into: target, modules.map { $0.descriptor }, emptiesFirst: emptiesFirst)
    }

    /// Creates an indexer for modules that are described at run time.
    public init(
        from source: any ContentEngine, into target: any WritableEngine, _ modules: [ModuleDescriptor],
        emptiesFirst: Bool = true
    ) {
        self.source = source
        self.target = target
        self.modules = modules
        self.emptiesFirst = emptiesFirst
    }

    public func indexes(_ type: String) -> Bool { module(type) != nil }

    public func generation(of type: String) async throws -> String { module(type)?.signature ?? "" }

    public func objects(for ids: [String], of type: String) async throws -> [JSONValue?] {
        guard let module = module(type) else { throw IndexingError.noIndexer(type: type) }
        return try await source.instances(of: ids, in: module)
    }

    public func item(for instance: JSONValue, id: String, of type: String) throws -> WriteOperation? {
        guard let module = module(type) else { throw IndexingError.noIndexer(type: type) }
        return try WriteOperation(mirroring: instance, id: id, in: module)
    }

    public func write(
        _ items: [WriteOperation], deleting ids: [String], of type: String
    ) async throws -> [ObjectIndexError] {
        guard let module = module(type) else { throw IndexingError.noIndexer(type: type) }
        let operations =
            items
            + ids.map { id in
                var operation = WriteOperation(.delete, module, id: id)
                operation.checks.isCopy = true
                return operation
            }
        let results = try await target.write(WriteBatch(operations))
        guard results.count == operations.count else {
            throw IndexingError.wrongCount(type: type, expected: operations.count, found: results.count)
        }
        return zip(results, operations).compactMap { result, operation in
            guard case .failed(let failure) = result else { return nil }
            // Deleting a missing item is not an error.
            if operation.kind == .delete, failure.reason == .notFound { return nil }
            return ObjectIndexError(id: operation.id ?? "", reason: IndexingError.reason(failure))
        }
    }

    public func deleteAll(of type: String) async throws {
        guard let module = module(type) else { return }
        let results = try await target.write(WriteBatch([WriteOperation(.truncate, module)]))
        if case .failed(let failure)? = results.first { throw failure }
    }

    private func module(_ type: String) -> ModuleDescriptor? {
        modules.first { $0.name == type }
    }
}

extension WriteOperation {
    /// Creates an operation that copies a complete instance to another engine, replacing what it holds.
    ///
    /// - Throws: `WriteError` if the JSON is not an instance.
    package init(mirroring instance: JSONValue, id: String, in module: ModuleDescriptor) throws {
        self.init(.createOrUpdate, module, id: id)
        checks.isCopy = true
        guard case .object(var members) = instance.member("values") ?? .object([]) else {
            throw WriteError(.invalid, self, message: "its values are not an object")
        }
        isWhole = true
        for field in module.fields.fields
        where !members.contains(where: { $0.name.isByteEqual(to: field.name) }) {
            // An engine that merges would keep values that the item no longer has.
            members.append(.init(field.name, .null))
        }
        values = .object(members)
        metadata = try MetadataChanges(instance)
        if let created = instance.member("createdAt")?.wholeNumber {
            createdAt = Date(timeIntervalSince1970: Double(created) / 1000)
        }
        if case .string(let id)? = instance.member("module") { moduleID = id }
    }
}

extension MetadataChanges {
    /// All metadata of an instance that writers may set. Missing values are cleared.
    fileprivate init(_ instance: JSONValue) throws {
        func date(_ name: String) -> DraftChange<Date?> {
            instance.member(name)?.wholeNumber.map { .set(Date(timeIntervalSince1970: Double($0) / 1000)) }
                ?? .clear
        }
        self.init()
        if case .string(let text)? = instance.member("name") { name = .set(text) } else { name = .clear }
        if let json = instance.member("tags"), json != .null {
            tags = .set(try JSONDecoder().decode([Tag].self, from: json.data))
        } else {
            tags = .clear
        }
        publishedAt = date("publishedAt")
        archivedAt = date("archivedAt")
        removedAt = date("removedAt")
        deletedAt = date("deletedAt")
    }
}
