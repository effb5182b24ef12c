import QuireSchema

/// The options of `quire explore`.
struct ExploreSettings: Sendable {
    var schemas: [String]
    var engine: EngineOptions
    /// The engine to compare with.
    var beside: EngineOptions?
    var mayWrite: Bool
    var queriesFile: String
    /// The name in the page's title; `nil` for the engine's.
    var title: String?
    var port = 0
    var logs: Bool
    /// A folder with the page's files, for the developers of the page.
    var pageFolder: String?

    init(_ arguments: Arguments, environment: [String: String]) throws(UsageError) {
        schemas = try SchemaPaths.of(arguments)
        engine = try EngineOptions(
            arguments, among: EngineOptions.Kind.allCases, timeout: 30, environment: environment)
        let others = arguments.removingPrefix("--beside-")
        if !others.values.isEmpty {
            beside = try EngineOptions(
                others, among: EngineOptions.Kind.allCases, timeout: 30, environment: environment)
        }
        mayWrite = arguments.flags.contains("--write")
        logs = arguments.flags.contains("--log")
        queriesFile = try arguments.single("--queries") ?? SavedQueriesPath.beside(schemas[0])
        title = try arguments.single("--title")
        if title?.isEmpty == true { throw UsageError("--title expects a text that is not empty") }
        if let text = try arguments.single("--port") {
            guard let port = Int(text), (0...65_535).contains(port) else {
                throw UsageError("--port expects a number from 0 to 65535, not \(quoted(text))")
            }
            self.port = port
        }
        #if DEBUG
        pageFolder = environment["QUIRE_EXPLORER_PAGE"]
        #endif
    }
}

/// The usual file of saved queries.
enum SavedQueriesPath {
    /// `queries.json` in the folder that contains the schema. It is not in a schema's folder, whose JSON files are
    /// all read as schema.
    static func beside(_ schema: String) -> String {
        var path = schema[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard let slash = path.lastIndex(of: "/") else { return "queries.json" }
        return path[...slash] + "queries.json"
    }
}
