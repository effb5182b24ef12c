/// An indexer that fetches objects by their ids, converts each to an item, and writes the items.
///
/// ```swift
/// struct LetterIndexer: ItemIndexer {
///     func indexes(_ type: String) -> Bool { type == "letters" }
///     func objects(for ids: [String], of type: String) async throws -> [Letter?] { … }
///     func item(for letter: Letter, id: String, of type: String) throws -> Entry? { Entry(letter.subject) }
///     func write(_ items: [Entry], deleting ids: [String], of type: String) async throws -> [ObjectIndexError] { … }
///     func deleteAll(of type: String) async throws { … }
/// }
/// ```
public protocol ItemIndexer: Indexer {
    associatedtype Object: Sendable
    associatedtype Item: Sendable

    /// Returns the objects with the given ids, in the order of the ids. `nil` for each that no longer exists.
    func objects(for ids: [String], of type: String) async throws -> [Object?]

    /// Returns the index item of an object, or `nil` if the index should not contain it.
    ///
    /// - Throws: An error if the item cannot be made. The object is retried later and does not delay the others.
    func item(for object: Object, id: String, of type: String) async throws -> Item?

    /// Writes items and deletes ids, including ids that are not in the index.
    ///
    /// - Returns: The items and ids that failed.
    /// - Throws: An error if the result of every item is unknown.
    func write(_ items: [Item], deleting ids: [String], of type: String) async throws -> [ObjectIndexError]
}

extension ItemIndexer {
    public func index(_ batch: IndexBatch) async throws -> [ObjectIndexError] {
        let objects = batch.upserts.isEmpty ? [] : try await objects(for: batch.upserts, of: batch.type)
        guard objects.count == batch.upserts.count else {
            throw IndexingError.wrongCount(
                type: batch.type, expected: batch.upserts.count, found: objects.count)
        }
        var failures: [ObjectIndexError] = []
        var items: [Item] = []
        var deletes = batch.deletes
        for (id, object) in zip(batch.upserts, objects) {
            guard let object else {
                deletes.append(id)
                continue
            }
            do {
                if let item = try await item(for: object, id: id, of: batch.type) {
                    items.append(item)
                } else {
                    deletes.append(id)
                }
            } catch {
                failures.append(ObjectIndexError(id: id, reason: IndexingError.reason(error)))
            }
        }
        guard !items.isEmpty || !deletes.isEmpty else { return failures }
        return failures + (try await write(items, deleting: deletes, of: batch.type))
    }
}
