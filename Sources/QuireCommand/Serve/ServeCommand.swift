import QuireSchema

/// `quire serve`: serves HALO's content API from a local store.
enum ServeCommand {
    static let help = """
        Run a local development server with HALO's content API, to develop an app without a backend.

        Usage: quire serve [options]

          --schema <path>       A schema file or folder (repeatable; default: Schema)
          --data <path>         Load items from a JSON, NDJSON or CSV file named after its module (books.csv), or from a
                                folder of such files (repeatable). Items that typed code could not read are errors
          --store <file>        Store the content in this file (default: in memory until the server stops). Loading data
                                again keeps items that were changed in the store
          --port <number>       The port; 0 means any free port (default: 8080)
          --host <address>      The address to listen on (default: 127.0.0.1, reachable only from this machine)
          --allow-host <name>   Another name of the server for clients, such as devbox.local (repeatable)
          --allow-origin <url>  The origin of a web page that may use the server, such as http://localhost:3000
                                (repeatable). '*' allows every page, and excludes --require-auth
          --require-auth <id>:<secret>
                                Require a token that was requested with these credentials
          --explore             Also serve a page to explore the content, the schema and queries in the browser. Its URL
                                has a token. With --write, the page may change the content
          --write               With --explore, allow the page to create, edit and delete items
          --quiet               Do not log requests

        Security: the server is for development, not for the internet. It speaks plain HTTP.
          - Programs: any program that reaches the port may read and change everything, unless --require-auth is given.
            Then every call needs a token, and every token needs the credentials. Login and registration need a token
            too. Only the calls for a token and for the versions of apps need none. After 60 wrong credentials in a
            minute, the server rejects all credentials until the minute is over.
          - Web pages: their requests are rejected, including reads, except those from --allow-origin. A body must be
            application/json; only tokens and login also accept forms.
          - Names: the server responds only to localhost, loopback addresses, --host and --allow-host, so that no
            web site can point its own name here (DNS rebinding). With --host 0.0.0.0 or :: it also responds to any
            IP address.

        Ctrl-C stops it. Acknowledged writes are stored. Requests that still run after 5 seconds are rolled back.

        Exit codes: 0 stopped, 1 it could not start, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments,
            options: [
                "--schema", "--data", "--store", "--port", "--host", "--allow-host", "--allow-origin",
                "--require-auth",
            ],
            flags: ["--quiet", "--explore", "--write", "--help", "-h"], of: "serve")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --data for items")
        }
        let settings = try ServeSettings(arguments)
        #if SQLite
        return await Serving(settings).run()
        #else
        _ = settings
        throw UsageError(
            "this build of quire has no SQLite store; build it with the trait SQLite, which is on by default")
        #endif
    }
}

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
