import Foundation
import QuireExplorer
import QuireSchema

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// `quire load`: loads line-based files into an engine.
enum LoadCommand {
    static let help = """
        Load items from JSON, NDJSON, CSV and TSV files into a search cluster, Algolia, PocketBase, or a store.

        Usage: quire load --engine <name> [options] <file or folder> ...

          --schema <path>       A schema file or folder (repeatable; default: Schema)
          --module <name>       The module of all files (default: each file is named after its module)
        \(EngineOptions.help(EngineOptions.written, timeout: 120))
        \(EngineOptions.pocketBaseHelp)
          --id <field>          The key or column that holds the ids (default: id, _id, uuid or, for books, book_id).
                                Items without an id get one that depends on their content, so that loading a file
                                again changes nothing
          --map <key>=<field>   The field that a key or column fills, if their names differ (repeatable)
          --batch <number>      The number of lines per batch (default: 500 for a cluster, 10000 for a store)
          --max-errors <number> Stop after this many invalid lines (default: 100)
          --replace             Load into a new collection and swap it in at the end. Searches never see a partial load.
                                Items that are not in the files are removed
          --drafts              Accept items without values for required fields
          --restart             Load from the beginning instead of resuming a stopped load
          --state <folder>      The folder for the progress of loads (default: a folder in your caches)
          --quiet               Print errors only

        A file holds a JSON array, an item per line, an object with the items inside, such as a page of an API or GeoJSON,
        or rows of cells with a header. The format is detected; an item may have 256 MB. Items have
        their values at the top level, or in HALO's form under "values":

          {"id":"12","title":"Emma","year":1815,"tags":["love","family"]}
          {"id":"12","updatedAt":1700000000000,"values":{"title":"Emma","year":1815}}

        Other files than NDJSON in HALO's form are first converted into a temporary file, which takes about as much space;
        TMPDIR chooses its folder.

        Cells are read as the types of their fields: 1815, true, 2024-02-29, or a list as love;family. An empty cell is
        no value. Keys that are no field of the module are reported with the closest field.

        The collection is created from the schema, and recreated if the schema has changed. PocketBase's collections are
        altered instead, and nothing is deleted. An item replaces an existing one with the same id. Run a stopped or killed load again to resume it. Lines count as loaded once the engine has
        acknowledged them. With --embedder, items without a vector get one after the files are loaded. Invalid lines, and items that typed code could not read, are skipped and reported as file:line.

        \(EngineOptions.secretsHelp)

        A key or a file with a former name ('was' in the schema) is loaded under the current one. An item that has different
        values under both is skipped.

        Exit codes: 0 everything is loaded, 1 lines were skipped or the load failed, 2 wrong usage, 130 stopped by
        Ctrl-C.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: LoadSettings.options, flags: LoadSettings.flags, of: "load")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        let environment = ProcessInfo.processInfo.environment
        let settings = try LoadSettings(arguments, environment: environment)
        guard let schema = DescribedSchema(paths: settings.schemas) else { return 1 }
        let loading = Loading(
            settings, modules: schema.descriptors,
            output: .descriptor(STDOUT_FILENO, environment: environment),
            errors: .descriptor(STDERR_FILENO, environment: environment))
        if let module = settings.module { _ = try schema.descriptors.named(module) }
        return await loading.run()
    }
}

/// The options of `quire load`.
struct LoadSettings: Sendable {
    var schemas: [String]
    /// The module of the files. `nil` if each file is named after its module.
    var module: String?
    var paths: [String]
    var engine: EngineOptions
    /// The number of lines that are sent, or committed, together.
    var batchSize: Int
    /// The maximum number of invalid lines.
    var maximumProblems: Int
    /// The folder for state files. `nil` uses the user's caches.
    var stateFolder: String?
    /// Whether to start over instead of resuming an earlier load.
    var restarts: Bool
    /// Whether items that are not loaded are removed.
    var replaces: Bool
    /// Whether items may lack values in required fields.
    var takesDrafts: Bool
    var isQuiet: Bool
    /// How items that are not in HALO's form are read.
    var conversion: ItemConversion.Options

    static let options =
        ["--schema", "--module", "--batch", "--max-errors", "--state", "--id", "--map"]
        + EngineOptions.names
        + EngineOptions.refused
    static let flags = ["--restart", "--replace", "--drafts", "--quiet", "--help", "-h"]

    init(_ arguments: Arguments, environment: [String: String]) throws(UsageError) {
        module = try arguments.single("--module")
        paths = arguments.operands
        engine = try EngineOptions(
            arguments, among: EngineOptions.written, timeout: 120,
            environment: environment)
        try engine.checkPreparing()
        batchSize = try arguments.number("--batch", 1...100_000) ?? (engine.kind == .store ? 10_000 : 500)
        maximumProblems = try arguments.number("--max-errors", 0...1_000_000_000) ?? 100
        stateFolder = try arguments.single("--state")
        restarts = arguments.flags.contains("--restart")
        replaces = arguments.flags.contains("--replace")
        takesDrafts = arguments.flags.contains("--drafts")
        isQuiet = arguments.flags.contains("--quiet")
        conversion = ItemConversion.Options(id: try arguments.single("--id"))
        for text in arguments.values["--map"] ?? [] {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError("--map expects <key>=<field>, such as headline=title, not \(quoted(text))")
            }
            conversion.map[parts[0]] = parts[1]
        }
        if paths.isEmpty { throw UsageError("no file to load was given") }
        if replaces, engine.kind == .store || engine.kind == .pocketbase {
            throw UsageError(
                "--replace works only with clusters; for \(engine.kind == .store ? "a store, delete its file" : "PocketBase, delete its items")"
            )
        }
        schemas = try SchemaPaths.of(arguments)
    }
}
