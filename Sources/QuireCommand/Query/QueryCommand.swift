import Foundation
import QuireExplorer
import QuireTerminal

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

/// `quire query`: runs one query on any engine.
enum QueryCommand {
    static let help = """
        Query the items of a module on any engine. A query means the same on every engine.

        Usage: quire query --engine <name> --module <name> [options]

          --schema <path>       A schema file or folder (repeatable; default: Schema)
          --module <name>       The module to query
        \(EngineOptions.help(EngineOptions.Kind.allCases, timeout: 30))
          --url <url>           The HALO or PocketBase server
          --client-id <id>      The app that signs in to HALO, with its secret in HALO_CLIENT_SECRET
        \(EngineOptions.collectionsHelp)

          --filter <text>       Filter the items. --filter-file <file> reads a file, or - standard input
          --id <id>             Return the item with this id (repeatable)
          --search <text>       Search the searchable fields for words, best match first
          --words <which>       any (default): items with all words, corrected if necessary, then those that share some;
                                all (default with --sort): only items with all words; typed: all words as they are;
                                meaning: like any, ordered by meaning too, and then up to 100 similar items (--embedder)
          --sort <keys>         Sort keys, such as 'year desc, title'. 'year nulls last' puts items without a year last,
                                'author.name' sorts by the related author. '-year' is short for 'year desc'
          --fields <names>      Show these fields, separated by commas
          --page <number>       The page, counted from 1
          --size <number>       The number of items per page (default: 20)
          --cursor <text>       The cursor of the next page, as printed with a page; '' for the first page
          --all                 Return all items, page by page. With ndjson, items are printed as they arrive
          --facets <names>      Count the values of these fields
          --missing             Also count the items without a value of these fields
          --count               Print only the number of items
          --fallback <number>   Filter in the client what the engine cannot express, scanning at most this many items
          --meaning <name>      exact (default), or engine: accept the server's own meaning where it differs
          --explain             Print the request without running it
          --format <name>       table, json (the page with its items) or ndjson (one item per line)

        Filters, sort keys and names are written as in the explorer, which shows each query as text:
          --filter 'year >= 1950 and (language in ("eng", "fre") or not title hasPrefix "The ")'
          --filter 'released between "1950-01-01" and "1959-12-31" and rating is not null'
        Names with other characters than letters, digits and _ stand in backticks: `first name`. @ begins metadata:
          --filter '@updatedAt >= "2024-01-31T12:00:00Z"'
        Fields of related items, and tests of any, none or every related item, also in reverse:
          --filter 'author.name = "Jane Austen" and none editions (pages > 500)'
          --filter 'any books.author (title = "Emma")' --module authors
        Operators: = != < <= > >= in, not in, is null, is not null, between, like (part of a text, ignoring case),
        contains, hasPrefix, hasSuffix, near (latitude, longitude, metres), within (south, west, north, east)

        \(EngineOptions.secretsHelp)

        Exit codes: 0 success, 1 the query failed, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: QuerySettings.options, flags: QuerySettings.flags, mayBeEmpty: ["--cursor"],
            of: "query")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        let environment = ProcessInfo.processInfo.environment
        guard let schema = DescribedSchema(paths: try SchemaPaths.of(arguments)) else {
            return 1
        }
        let settings = try QuerySettings(arguments, schema: schema, environment: environment)
        let querying = Querying(
            settings: settings, output: .descriptor(STDOUT_FILENO, environment: environment),
            errors: .descriptor(STDERR_FILENO, environment: environment))
        return await querying.run()
    }
}
