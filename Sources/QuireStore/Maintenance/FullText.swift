#if SQLite
import CSQLite
import QuireCore
import QuireEngine
import QuireText

/// Maintains the full-text index of a store, which every write updates.
///
/// ```swift
/// for problem in try await store.fullText.check() { log(problem) }
/// try await store.fullText.rebuild { print("\($0.completed) of \($0.total)") }
/// ```
/// The words of an item are indexed within the transaction that writes it. See the article "Offline" of Quire.
public struct FullText: Sendable {
    let store: Store
}

extension Store {
    /// Checks, repairs, stops and resumes full text.
    public var fullText: FullText { FullText(store: self) }
}

/// The progress of a rebuild.
public struct FullTextProgress: Sendable, Hashable {
    /// The wire name of the module that was just rebuilt.
    public var module: String
    /// How many modules are rebuilt, of all that have searchable fields.
    public var completed: Int
    public var total: Int
}

extension FullText {
    /// Rebuilds the full-text index of all modules, one after another.
    ///
    /// Needed if `check()` found a problem, or after the hooks have changed. A new schema or analyzer rebuilds
    /// automatically. Cancelling the task leaves the index of the current module unchanged.
    /// - Parameters:
    ///   - isolation: The caller's actor, on which `progress` is called.
    ///   - progress: Called after each module.
    /// - Throws: `StoreError`, `CancellationError`.
    public func rebuild(
        isolation: isolated (any Actor)? = #isolation,
        progress: (FullTextProgress) -> Void = { _ in }
    ) async throws {
        let layouts = searchable
        for (position, layout) in layouts.enumerated() {
            try Task.checkCancellation()
            try await rebuild(layout.module.name)
            progress(
                FullTextProgress(module: layout.module.name, completed: position + 1, total: layouts.count))
        }
    }

    /// Rebuilds the full-text index of one module.
    public func rebuild(_ module: String) async throws {
        try await run("index \"\(module)\"", on: module) { index in
            try index.rebuild()
            try index.endDeferral()
        }
    }

    /// Merges the segments of the index, which makes it smaller and searches slightly faster.
    ///
    /// Useful after many writes, on an idle device: it rewrites the whole index.
    public func optimize() async throws {
        for layout in searchable {
            try Task.checkCancellation()
            try await run("optimize the full text of \"\(layout.module.name)\"", on: layout.module.name) {
                try $0.optimize()
            }
        }
    }

    /// Sets the hooks to call before and after each item is indexed; `nil` removes them.
    public func use(_ hooks: FullTextHooks?) { store.text.hooks = hooks }

    /// The modules that have searchable fields, by name.
    var searchable: [ModuleLayout] {
        store.layouts.values.filter { $0.text != nil }.sorted { $0.module.name < $1.module.name }
    }

    /// Runs a change of a module's index in a transaction.
    func run<Result: Sendable>(
        _ action: String, on module: String, body: @Sendable (TextIndex) throws -> Result
    ) async throws -> Result {
        let layout = try store.layout(module, action: action)
        guard layout.text != nil else { throw TextPlan.unsearchable(module) }
        return try await store.transaction(action) { transaction in
            guard let index = TextIndex(transaction.connection, layout) else {
                throw TextPlan.unsearchable(module)
            }
            return try body(index)
        }
    }
}

/// A problem with the full-text index of a module; `rebuild(_:)` fixes it.
public struct FullTextProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a problem.
    public enum Kind: Sendable, Hashable {
        /// The index is damaged, or its words differ from those of the items.
        case disagrees
        /// The number of items missing in the index. A negative number counts entries without an item.
        case missing(Int)
    }

    /// The module's wire name.
    public var module: String
    public var kind: Kind

    public var description: String {
        switch kind {
        case .disagrees: "\(module): the full-text index does not agree with the items; rebuild it"
        case .missing(let count) where count > 0:
            "\(module): \(count) items are missing in the full-text index; rebuild it"
        case .missing(let count): "\(module): the full-text index has \(-count) items too many; rebuild it"
        }
    }
}

extension FullText {
    /// Compares the index with the items, word by word, and returns the problems.
    ///
    /// Items that are pending or excluded by a hook are not a problem. The check reads everything, and takes about as
    /// long as a rebuild.
    /// - Throws: `StoreError` if the store cannot be read, or is open read-only.
    public func check() async throws -> [FullTextProblem] {
        var problems: [FullTextProblem] = []
        for layout in searchable {
            try Task.checkCancellation()
            problems += try await check(layout.module.name)
        }
        return problems
    }

    func check(_ module: String) async throws -> [FullTextProblem] {
        try await run("check the full text of \"\(module)\"", on: module) { try $0.problems() }
    }
}

extension TextIndex {
    func problems() throws -> [FullTextProblem] {
        let module = layout.module.name
        // An unfinished load defers all indexing.
        if try isDeferred { return [] }
        var problems: [FullTextProblem] = []
        do {
            let index = SQLite.quoted(text.index)
            try connection.run("INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
        } catch let error as StoreError where error.resultCode.map({ $0 & 0xFF }) == SQLITE_CORRUPT {
            problems.append(FullTextProblem(module: module, kind: .disagrees))
        }
        let missing =
            try count(layout.table) - count(text.index + "_docsize") - count(text.unindexed)
        if missing != 0 { problems.append(FullTextProblem(module: module, kind: .missing(missing))) }
        return problems
    }

    private func count(_ table: String) throws -> Int {
        try connection.count(of: table)
    }
}

/// The progress of computing vectors.
public struct EmbeddingProgress: Sendable, Hashable {
    /// The wire name of the module.
    public var module: String
    /// How many items of the module have been embedded, of those that had no vector.
    public var completed: Int
    public var total: Int
}

extension FullText {
    /// Computes the vectors of all items that have none, for search by meaning.
    ///
    /// ```swift
    /// try await store.fullText.embed { print("\($0.module): \($0.completed) of \($0.total)") }
    /// ```
    /// Items lose their vector when their text changes, so call this after writes, for example in the background. The
    /// embedder gets up to 32 texts at once, outside of transactions. Each batch is stored at once: after a crash, an error or a
    /// cancellation, the next call continues.
    /// - Parameters:
    ///   - isolation: The caller's actor, on which `progress` is called.
    ///   - progress: Called after each batch.
    /// - Throws: `EmbeddingError` without a suitable embedder, or if its vectors do not fit the schema; the embedder's
    ///   errors; `StoreError`; `CancellationError`.
    public func embed(
        isolation: isolated (any Actor)? = #isolation,
        progress: (EmbeddingProgress) -> Void = { _ in }
    ) async throws {
        for layout in searchable {
            guard let embedding = layout.module.embedding, layout.text?.embedding != nil else { continue }
            let module = layout.module.name
            try store.embedding.check(embedding, module)
            try store.checkWritable("embed \"\(module)\"")
            var report = EmbeddingProgress(module: module, completed: 0, total: try await count(layout))
            var last: Int64 = 0
            while true {
                try Task.checkCancellation()
                let pending = try await pending(layout, after: last)
                guard let next = pending.last?.item else { break }
                try await embed(pending, in: layout, with: embedding)
                last = next
                report.completed += pending.count
                report.total = max(report.total, report.completed)
                progress(report)
            }
        }
    }

    private func count(_ layout: ModuleLayout) async throws -> Int {
        try await store.readers.withConnection { try VectorTable($0, layout)?.pendingCount() ?? 0 }
    }

    private func pending(_ layout: ModuleLayout, after item: Int64) async throws -> [VectorTable.Pending] {
        try await store.readers.withConnection { connection in
            // The items of an unfinished load are not indexed yet.
            guard let index = TextIndex(connection, layout), try !index.isDeferred else { return [] }
            return try VectorTable(connection, layout)?.pending(after: item, limit: TextEmbedding.batch) ?? []
        }
    }

    private func embed(
        _ pending: [VectorTable.Pending], in layout: ModuleLayout, with embedding: EmbeddingDescriptor
    ) async throws {
        let sources = pending.compactMap(\.source)
        let computed =
            sources.isEmpty
            ? [] : try await store.embedding.vectors(for: sources, embedding, layout.module.name)
        var vectors = computed.makeIterator()
        let rows = pending.map { item in (item, item.source == nil ? nil : vectors.next()) }
        try await store.transaction("embed \"\(layout.module.name)\"") { transaction in
            try VectorTable(transaction.connection, layout)?.store(rows)
        }
    }
}
#endif
