#if canImport(Testing)
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
#endif
