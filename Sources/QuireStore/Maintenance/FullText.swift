#if SQLite

import QuireCore

/// The full text of a store: kept with the content by itself, and here for those who want to look after it.
///
/// ```swift
/// for problem in try await store.fullText.check() { log(problem) }
/// try await store.fullText.rebuild { print("\($0.completed) of \($0.total)") }
/// ```
/// The words of an item are indexed within the transaction that writes it. The article "Offline" of Quire says more.
public struct FullText: Sendable {
    let store: Store
}

extension Store {
    /// Checks, repairs, stops and resumes full text.
    public var fullText: FullText { FullText(store: self) }
}

/// How far a rebuild is.
public struct FullTextProgress: Sendable, Hashable {
    /// The wire name of the module that is done.
    public var module: String
    /// Modules that are done, of all that have searchable fields.
    public var completed: Int
    public var total: Int
}

extension FullText {
    /// Indexes all items of all modules anew, module by module.
    ///
    /// Needed where `check()` has found a problem, or after hooks have changed; a new schema or analyzer rebuilds by
    /// itself. Cancelling the task leaves the index of the module at hand as it was.
    /// - Parameters:
    ///   - isolation: The caller's actor, on which `progress` is called.
    ///   - progress: Told after each module.
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

    /// Indexes all items of one module anew.
    public func rebuild(_ module: String) async throws {
        try await run("index \"\(module)\"", module) { index in
            try index.rebuild()
            try index.endPutOff()
        }
    }

    /// Merges the parts of the index into one, which makes it smaller, and searches a little quicker.
    ///
    /// Worth it after much has been written, on a quiet device; it takes as long as the index is large.
    public func optimize() async throws {
        for layout in searchable {
            try Task.checkCancellation()
            try await run("optimize the full text of \"\(layout.module.name)\"", layout.module.name) {
                try $0.optimize()
            }
        }
    }

    /// Asks an app's hooks before and after each item is indexed; `nil` asks none.
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
