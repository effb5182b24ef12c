import Foundation

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
        Load items into a search cluster or a store, from NDJSON: one instance in HALO's form on each line.

        Usage: quire load --engine <name> [options] <file or folder> ...

          --schema <path>       A file or folder of the schema; may be given several times; 'Schema' where none is
          --module <name>       The module that the files hold; without it each file is named after its module
        \(EngineOptions.help)
          --batch <number>      Lines that are sent together: 500 to a cluster, 10000 to a store
          --max-errors <number> Lines that may be left out before the load is given up; 100 where none is given
          --replace             Load into a new collection, which takes the place of the old one at the end: searches
                                never see half of it, and what is not in the files is gone
          --drafts              Take items that lack values of required fields
          --restart             Load from the start, where an earlier load was stopped
          --state <folder>      Where it is kept how far a load is; a folder in your caches where none is given
          --quiet               Tell errors alone

        The collection is made from the schema where there is none, and rebuilt where the schema has changed. An item
        whose id is there already takes its place. A load that was stopped, or killed, goes on where it stopped when it
        is called again; lines count as loaded once the engine has said so. Lines that do not fit are told with file
        and line, and left out.

        \(EngineOptions.secretsHelp)

        Exit codes: 0 all is loaded, 1 lines were left out or the load failed, 2 wrong use, 130 stopped by Ctrl-C.
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
