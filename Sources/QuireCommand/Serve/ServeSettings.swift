import QuireSchema

/// The options of `quire serve`.
struct ServeSettings: Sendable {
    var schemas: [String]
    var data: [String]
    /// The path of the store. `nil` means in memory.
    var store: String?
    var port = 8_080
    var host = "127.0.0.1"
    var allowedHosts: [String]
    var allowedOrigins: [String]
    var credentials: (id: String, secret: String)?
    var isQuiet: Bool
    /// Whether the explorer is served too.
    var explores: Bool
    /// Whether the explorer may change the content.
    var mayWrite: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        data = arguments.values["--data"] ?? []
        store = try arguments.single("--store")
        allowedHosts = arguments.values["--allow-host"] ?? []
        allowedOrigins = arguments.values["--allow-origin"] ?? []
        isQuiet = arguments.flags.contains("--quiet")
        explores = arguments.flags.contains("--explore")
        mayWrite = arguments.flags.contains("--write")
        if mayWrite, !explores { throw UsageError("--write has no effect without --explore; remove it") }
        if let host = try arguments.single("--host") { self.host = host }
        if let text = try arguments.single("--port") {
            guard let port = Int(text), (0...65_535).contains(port) else {
                throw UsageError("--port expects a number from 0 to 65535, not \(quoted(text))")
            }
            self.port = port
        }
        if let text = try arguments.single("--require-auth") {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw UsageError("--require-auth expects <id>:<secret>, for example app:secret")
            }
            credentials = (String(parts[0]), String(parts[1]))
        }
        schemas = try SchemaPaths.of(arguments)
    }
}
