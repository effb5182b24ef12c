#if canImport(Testing)
public import Foundation
public import QuireCore
import QuireEngine
import QuireTesting

/// Items that a test starts with: the argument of the trait `.content(…)`.
///
/// ```swift
/// let seeds: [ContentSeed] = [
///     .fixture(Books.self, "Fixtures/books.json"),
///     .values(Authors.self, [.init(name: "Jane Austen")]),
/// ]
/// ```
public struct ContentSeed: Sendable {
    private let store: @Sendable (any ContentEngine) async throws -> Void

    private init<Module: ContentModule>(_ items: @escaping @Sendable () throws -> [Content<Module>]) {
        store = { engine in try await Self.store(items(), in: engine) }
    }

    /// Complete items, with their ids, dates and metadata.
    public static func items<Module: ContentModule>(
        _ module: Module.Type, _ items: [Content<Module>]
    ) -> ContentSeed {
        ContentSeed { items }
    }

    /// Items by their values. Their ids are `books-1`, `books-2`…
    ///
    /// ```swift
    /// let seed = ContentSeed.values(Books.self, [.init(title: "Emma"), .init(title: "Dune")])
    /// ```
    public static func values<Module: ContentModule>(
        _ module: Module.Type, _ values: [Module.Values]
    ) -> ContentSeed {
        ContentSeed {
            values.enumerated().map { number, values in
                Content<Module>(id: ContentID("\(Module.descriptor.name)-\(number + 1)"), values: values)
            }
        }
    }

    /// The items of a file: NDJSON, a JSON array, or a page from a server. See `Fixtures`.
    ///
    /// - Parameters:
    ///   - module: The module of the items.
    ///   - path: The file, relative to the folder of the test's source file.
    ///   - sourceFile: The test's source file.
    public static func fixture<Module: ContentModule>(
        _ module: Module.Type, _ path: String, sourceFile: String = #filePath
    ) -> ContentSeed {
        fixture(module, URL(besideSourceFile: sourceFile, path: path))
    }

    /// The items of a file anywhere, for example of a resource of the test bundle.
    public static func fixture<Module: ContentModule>(_ module: Module.Type, _ file: URL) -> ContentSeed {
        ContentSeed { try Fixtures.items(module, contentsOf: file) }
    }

    /// Stores the items in an engine.
    func store(in engine: any ContentEngine) async throws { try await store(engine) }

    private static func store<Module: ContentModule>(
        _ items: [Content<Module>], in engine: any ContentEngine
    ) async throws {
        if let engine = engine as? any SeedableEngine { return try await engine.seed(items) }
        guard let engine = engine as? any WritableEngine else {
            throw ContentTestError(
                "Could not store the \(Module.descriptor.name) of a test: the engine "
                    + "\"\(engine.capabilities.name)\" only reads",
                "Leave the seeds out, or use an engine that writes.")
        }
        var batch = WriteBatch()
        for item in items { batch.createOrUpdate(item) }
        guard !batch.isEmpty else { return }
        for case .failed(let error) in try await engine.write(batch) { throw error }
    }
}

extension URL {
    /// A path relative to the folder of a source file.
    init(besideSourceFile file: String, path: String) {
        self = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(path)
    }
}
#endif
