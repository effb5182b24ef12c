#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireStore
import Testing

/// `bookshop browse` on a pseudo-terminal, and direct queries for the same books.
struct BrowsedShop {
    let program: BuiltProgram
    private let store: Store

    init() async throws {
        program = try BuiltProgram()
        store = try await Self.store.value
    }

    /// Shared by all tests, which only read it.
    private static let store = Task {
        let store = try await Store(.memory, schema: ContentSchema.self)
        _ = try await store.load(
            "books",
            from: .file(Shipped.root.appendingPathComponent("Sources/Bookshop/Data/books.ndjson").path))
        return store
    }

    func remove() { program.remove() }

    /// Starts the program; the caller ends it.
    func browse(
        _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 130, rows: Int = 32
    ) async throws -> WatchedProgram {
        try await program.browse(arguments, environment: environment, columns: columns, rows: rows)
    }

    /// The results of a search for these words, from the test's own store.
    func books(
        _ words: String = "", mode: MatchMode? = nil, _ change: (Query<Books>) -> Query<Books> = { $0 }
    ) async throws -> Page<Book> {
        let found = Books.query().search(words, mode: mode, emptyFindsAll: true)
            .facet(\.language).facet(\.genre)
        let query = change(words.isEmpty ? found.sort(by: \.title) : found)
        return try await ContentClient(engine: store).fetch(query.page(1, size: 1_000))
    }

    /// Waits until the screen shows the results of a query: the total, the first items in order, and the visible
    /// counts of languages and genres.
    ///
    /// - Parameter isOrdered: Whether the engine must have the order of the store.
    @discardableResult
    func waits(
        _ program: WatchedProgram, showing page: Page<Book>, from first: Int = 0, field: String? = nil,
        isOrdered: Bool = true, at location: SourceLocation = #_sourceLocation
    ) async throws -> ScreenReading {
        let titles = page.map(\.title)
        let languages = page.facet(\.language).map { (shownName(of: $0.value), $0.count) }
        let genres = page.facet(\.genre).map { ($0.value.rawValue, $0.count) }
        func shows(_ entries: [ScreenReading.Entry]?, _ counts: [(String, Int)]) -> Bool {
            let entries = entries ?? []
            return entries.isEmpty == counts.isEmpty
                && entries.allSatisfy { entry in
                    counts.contains { $0.0 == entry.label && $0.1 == entry.count }
                        || (entry.isChosen && entry.count == 0)
                }
        }
        let screen = try await program.waits(
            for: "\(page.count) books: \(titles[first...].prefix(20))", at: location
        ) {
            let reading = ScreenReading($0)
            guard reading.total == page.count, field.map({ $0 == reading.field }) ?? true,
                shows(reading.facets["Language"], languages), shows(reading.facets["Genre"], genres)
            else { return false }
            guard !titles.isEmpty else { return true }
            let shown = reading.titles.map { $0.hasSuffix("…") ? String($0.dropLast()) : $0 }
            guard !shown.isEmpty else { return false }
            guard isOrdered else {
                return shown.allSatisfy { title in titles.contains { Self.begins(title, with: $0) } }
            }
            return zip(shown, titles[first...]).allSatisfy(Self.begins)
                && shown.count <= titles.count - first
        }
        return ScreenReading(screen)
    }

    /// Whether a title on the screen, possibly truncated or followed by the original title, belongs to a book.
    private static func begins(_ shown: String, with title: String) -> Bool {
        shown.hasPrefix(title) || title.hasPrefix(shown)
    }
}

extension BuiltProgram {
    /// `bookshop browse` on a pseudo-terminal, over an existing store unless the arguments name another source.
    func browse(
        _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 130, rows: Int = 32
    ) async throws -> WatchedProgram {
        let places = ["--data", "--url", "--engine", "--store"]
        let store =
            arguments.contains(where: places.contains) ? [] : ["--store", try await Self.filledStore.value]
        return try WatchedProgram(
            Self.url.path, ["browse"] + store + arguments,
            environment: terminalEnvironment.merging(environment) { $1 }, folder: folder.path,
            columns: columns,
            rows: rows)
    }

    /// A file beside the program, filled once: by the first test that needs it, or by an earlier run with the same
    /// data.
    static let filledStore = Task {
        let file = url.deletingLastPathComponent().appendingPathComponent("browsing-tests.sqlite").path
        let program = try BuiltProgram()
        defer { program.remove() }
        // A killed run may leave an incomplete file.
        if !FileManager.default.fileExists(atPath: file + ".source") {
            try? FileManager.default.removeItem(atPath: file)
        }
        let run = try await program.run("list", "--limit", "1", "--store", file)
        try #require(run.code == 0, "\(run.errors)")
        return file
    }

    var terminalEnvironment: [String: String] {
        [
            "HOME": folder.path, "XDG_CACHE_HOME": folder.path, "PATH": "/usr/bin:/bin",
            "TERM": "xterm-256color", "LANG": "C.UTF-8",
        ]
    }
}
#endif
