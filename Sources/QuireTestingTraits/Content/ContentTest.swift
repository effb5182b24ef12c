#if canImport(Testing)
public import Foundation
public import QuireEngine
import QuireToolbox
import Testing

/// A running test, or one case of a test with arguments: its name, its folder, and what happens after it.
///
/// The closure of `.content` receives it:
///
/// ```swift
/// let inStore: ContentTrait = .content { test in
///     let file = test.folder.appendingPathComponent("books.sqlite").path
///     return try await Store(.file(file), schema: ContentSchema.self)
/// }
/// ```
public struct ContentTest: Sendable {
    /// The suites and the function, for example `ShelfTests.showsAdults`.
    public let name: String

    /// A folder of this test alone. It is empty at the start, and removed after the test, even if the test throws.
    public let folder: URL

    /// The actions after the test.
    private let cleanup = Locked<[@Sendable () async -> Void]>([])

    init(_ test: Test?) throws {
        name = test.map(Self.name) ?? "test"
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quire-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs an action after the test, even if the test throws. The last one added runs first.
    ///
    /// - Parameter action: For example `{ await server.stop() }`.
    public func afterwards(_ action: @escaping @Sendable () async -> Void) {
        cleanup.withLock { $0.append(action) }
    }

    /// Runs the actions, and removes the folder.
    func finish() async {
        while let action = cleanup.withLock({ $0.popLast() }) { await action() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The test's id without its module, its parentheses and its place in the source.
    private static func name(of test: Test) -> String {
        // For example `ShopTests.ShelfTests/showsAdults(of:)/ShelfTests.swift:12:6`.
        let parts = "\(test.id)".split(separator: "/").filter { !$0.contains(".swift:") }
        let path = parts.enumerated().map { offset, part in
            let name = part.prefix { $0 != "(" }
            return offset == 0 ? name.drop { $0 != "." }.dropFirst() : name
        }
        return path.filter { !$0.isEmpty }.joined(separator: ".")
    }
}

/// A test's content could not be set up.
struct ContentTestError: Error, CustomStringConvertible {
    let description: String

    /// - Parameters:
    ///   - failure: What failed, and why.
    ///   - remedy: What to do.
    init(_ failure: String, _ remedy: String) { description = PlainText.error(failure, remedy) }
}

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
