#if canImport(Testing)
public import QuireEngine

extension ContentClient {
    @TaskLocal static var ofTest: ContentClient?

    /// The content of the running test, which the trait `.content(…)` makes.
    ///
    /// ```swift
    /// let content = try ContentClient.current
    /// let count = try await content.count(Books.query())
    /// ```
    /// Child tasks of the test and `Task { … }` see it too. Detached tasks do not: pass the client to them.
    /// - Throws: An error if the test has no such trait.
    public static var current: ContentClient {
        get throws {
            if let ofTest { return ofTest }
            throw ContentTestError(
                "ContentClient.current failed: this code does not run in a test with the trait .content",
                "Add .content(…) to the test or its suite, or pass the client to a detached task.")
        }
    }
}
#endif
