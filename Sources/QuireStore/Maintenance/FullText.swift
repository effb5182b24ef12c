#if SQLite

import QuireCore

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
        try await run("index \"\(module)\"", module) { index in
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
            try await run("optimize the full text of \"\(layout.module.name)\"", layout.module.name) {
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
        _ action: String, _ module: String, _ body: @Sendable (TextIndex) throws -> Result
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
#endif
