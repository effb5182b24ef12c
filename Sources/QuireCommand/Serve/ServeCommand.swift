import QuireSchema

/// `quire serve`: serves HALO's content API from a local store.
enum ServeCommand {
    static let help = """
        Serve content as HALO's content API does, to develop an app without a backend.

        Usage: quire serve [options]

          --schema <path>       A file or folder of the schema; may be given several times; 'Schema' where none is
          --data <path>         Items to load: a file of lines, named after its module (books.ndjson), or a folder of
                                such files; may be given several times
          --store <file>        Where the content is kept; without it, in memory, and gone when the server stops.
                                Items that were changed in the store stay when data is loaded again
          --port <number>       8080 where none is given; 0 means any free port
          --host <address>      127.0.0.1 where none is given: reached from this machine alone
          --allow-host <name>   A further name that clients may reach the server by, such as devbox.local; may be given
                                several times
          --allow-origin <url>  The origin of a web page that may use the server, such as http://localhost:3000; may be
                                given several times. '*' allows every page, and excludes --require-auth
          --require-auth <id>:<secret>
                                Require a token that was requested with these credentials
          --quiet               No line for each request

        Security: the server is for development, not for the internet. It speaks plain HTTP.
          - Programs: any program that reaches the port may read and change everything, unless --require-auth is given.
            Then every call needs a token, and every token needs the credentials. Login and registration need a token
            too. Only the calls for a token and for the versions of apps need none. After 60 wrong credentials in a
            minute the server checks no more until the minute is over.
          - Web pages: their requests are refused, reads too, except those of --allow-origin. A body must be
            application/json; only tokens and login also take forms.
          - Names: the server responds only to localhost, loopback addresses, --host and --allow-host, so that no
            web site can point its own name here (DNS rebinding). With --host 0.0.0.0 or :: it also responds to any
            IP address.

        Ctrl-C stops it. Acknowledged writes are stored. Requests that still run after 5 seconds are rolled back.

        Exit codes: 0 stopped, 1 it could not start, 2 wrong use.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments,
            options: [
                "--schema", "--data", "--store", "--port", "--host", "--allow-host", "--allow-origin",
                "--require-auth",
            ],
            flags: ["--quiet", "--help", "-h"], of: "serve")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); items are given with --data")
        }
        let settings = try ServeSettings(arguments)
        #if SQLite
        return await Serving(settings).run()
        #else
        _ = settings
        throw UsageError(
            "this build has no store to serve from; build it with the trait SQLite, which is on by default")
        #endif
    }
}
