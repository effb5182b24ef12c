import Foundation
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
        Ask any engine for items of a module; the same query means the same on each of them.

        Usage: quire query --engine <name> --module <name> [options]

          --schema <path>       A file or folder of the schema; may be given several times; 'Schema' where none is
          --module <name>       The module whose items are asked for
          --engine <name>       store, typesense, opensearch or halo; guessed from --store and --url
          --store <file>        The store's SQLite file
          --nodes <url>,<url>   The cluster's nodes: Typesense's, OpenSearch's
          --prefix <text>       What stands before the names of the cluster's collections
          --url <url>           The HALO server
          --client-id <id>      The app that signs in to HALO, its secret in HALO_CLIENT_SECRET
          --timeout <seconds>   For one call, with all its attempts: 30 where none is given

          --filter <json>       A filter over the fields, in HALO's form; --filter-file <file> reads one, - from the input
          --meta-filter <json>  A filter over the metadata: createdAt, publishedAt, name, ...; --meta-filter-file <file>
          --id <id>             Items with this id; may be given several times
          --search <text>       Items with these words in their searchable fields, the best match first
          --sort <keys>         '-year,title'; a minus puts the largest first, 'year:last' items without a year last
          --fields <names>      The fields to show, with commas between
          --page <number>       Counted from 1
          --size <number>       Items of a page, 20 where none is given
          --cursor <text>       Where an earlier page said that the next one starts; '' for the first
          --all                 All items, page by page; with ndjson each is printed as it comes
          --facets <names>      How many items have which value of these fields
          --count               How many items there are, and nothing else
          --fallback <number>   Filter here what the engine cannot express, looking at so many items at most
          --explain             What would be sent or run; nothing is
          --format <name>       table, json (the page with its items) or ndjson (an item on each line)

        A filter is a test or a group, in which dates may be written as such:
          --filter '{"operation":">=","property":"year","value":1950}'
          --filter '{"condition":"and","operands":[{"operation":"in","property":"language","value":["eng","fre"]},
                     {"operation":"<","property":"released","value":"1960-01-01"}]}'
        Operations: = != > >= < <= in !in like, and Quire's own: between contains hasPrefix hasSuffix near within, each
        with its complement: !between, ...

        \(EngineOptions.secretsHelp)

        Exit codes: 0 fine, 1 the query failed, 2 wrong use.
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
        let settings = try QuerySettings(arguments, modules: schema.descriptors, environment: environment)
        let querying = Querying(
            settings: settings, output: .descriptor(STDOUT_FILENO, environment: environment),
            errors: .descriptor(STDERR_FILENO, environment: environment))
        return await querying.run()
    }
}
