/// `quire serve`: HALO's content API over a store on this machine.
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
          --require-auth <id>:<secret>
                                Answer only with a token that was asked for with these credentials
          --quiet               No line for each request

        For development, not for the internet: it speaks plain HTTP, and whoever reaches it may change everything.
        Ctrl-C stops it: what was answered is stored.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: ["--schema", "--data", "--store", "--port", "--host", "--require-auth"],
            flags: ["--quiet", "--help", "-h"], of: "serve")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            print(help)
            return 0
        }
        if let operand = arguments.operands.first { throw UsageError("unknown argument '\(operand)'") }
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
