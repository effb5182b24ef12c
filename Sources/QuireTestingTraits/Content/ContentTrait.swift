#if canImport(Testing)
public import Foundation
public import QuireCore
public import QuireEngine
import QuireTesting
public import Testing

/// Gives each test of a suite, and each case of a test with arguments, its own content: see ``Testing/Trait/content(_:)``.
public struct ContentTrait: TestTrait, SuiteTrait, TestScoping {
    let seeds: [ContentSeed]
    let engine: @Sendable (ContentTest) async throws -> any ContentEngine

    /// Tests of nested suites have content too.
    public var isRecursive: Bool { true }

    /// Runs one test, or one case, with its own engine.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await run(ContentTest(test), function)
    }

    func run(_ test: ContentTest, _ function: () async throws -> Void) async throws {
        do {
            let engine = try await engine(test)
            if let engine = engine as? any SeedableEngine { test.afterwards { await engine.close() } }
            for seed in seeds { try await seed.store(in: engine) }
            let client = ContentClient(engine: engine)
            try await ContentClient.$ofTest.withValue(client) { try await function() }
        } catch {
            await test.finish()
            throw error
        }
        await test.finish()
    }
}

extension Trait where Self == ContentTrait {
    /// Gives each test its own engine in memory, filled with items.
    ///
    /// ```swift
    /// @Suite(.content(.fixture(Books.self, "Fixtures/books.json")))
    /// struct ShelfTests {
    ///     @Test func showsAdults() async throws {
    ///         try await expect(Books.query().where(\.age >= 18).sort(by: \.title), \.title, returns: ["Dune", "Emma"])
    ///     }
    /// }
    /// ```
    /// A test reads and changes its content through `ContentClient.current`. Tests and cases share nothing, so they run in
    /// parallel. A trait on a test replaces the one on its suite.
    /// - Parameter seeds: The items at the start of each test, in the order in which they are stored.
    public static func content(_ seeds: ContentSeed...) -> ContentTrait {
        ContentTrait(seeds: seeds) { _ in InMemoryEngine() }
    }

    /// Gives each test its own engine of any kind, filled with items.
    ///
    /// ```swift
    /// let inStore: ContentTrait = .content(.fixture(Books.self, "Fixtures/books.json")) { test in
    ///     let file = test.folder.appendingPathComponent("books.sqlite").path
    ///     return try await Store(.file(file), schema: ContentSchema.self)
    /// }
    /// // @Suite(inStore) struct ShelfTests { … }
    /// ```
    /// A store, and an engine in memory, keep the dates of the items. Other engines write them and set `updatedAt`.
    /// - Parameters:
    ///   - seeds: The items at the start of each test, in the order in which they are stored.
    ///   - engine: Makes the engine of a test. A store is closed after the test.
    public static func content(
        _ seeds: ContentSeed..., engine: @escaping @Sendable (ContentTest) async throws -> any ContentEngine
    ) -> ContentTrait {
        ContentTrait(seeds: seeds, engine: engine)
    }
}

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
