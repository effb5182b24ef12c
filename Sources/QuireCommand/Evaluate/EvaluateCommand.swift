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

/// `quire evaluate`: how well an engine's full text finds what people mean.
enum EvaluateCommand {
    static let help = """
        Measure the full text of an engine with judged queries, or compare two engines.

        Usage: quire evaluate --queries <file> --module <name> --store <file> [options]

          --queries <file>      JSON: [{"query": "moby dick", "kind": "title", "expected": [{"id": "b1", "grade": 3}]}]
          --schema <path>       A file or folder of the schema; may be given several times; 'Schema' where none is
          --module <name>       The module that is searched
          --engine <name>       store, typesense or opensearch; a store where only --store is given
          --store <file>        The store's SQLite file
          --nodes <url>,<url>   The cluster's nodes: Typesense's, OpenSearch's
          --prefix <text>       What stands before the names of the cluster's collections
          --timeout <seconds>   For one call to the cluster, with all its attempts: 30 where none is given
          --against-engine, --against-store, --against-nodes, --against-prefix
                                A second engine; the report lists the queries that it results better or worse
          --kinds <names>       Only queries of these kinds, with commas between
          --without-kinds <names>
                                All queries but those of these kinds
          --exact               Tolerate no typos, and leave out no words
          --json                Print the figures as JSON

        hit@1 and hit@3 are the shares of queries whose first item, or first three, have one of the best grade. mrr is the
        mean of 1 / its place, ndcg@10 counts the grades of the first ten. Latencies are in milliseconds.

        \(EngineOptions.secretsHelp)

        Exit codes: 0 fine, 1 a query failed, 2 wrong use.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: EvaluationSettings.options, flags: EvaluationSettings.flags, of: "evaluate")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        let environment = ProcessInfo.processInfo.environment
        guard let schema = DescribedSchema(paths: try SchemaPaths.of(arguments)) else { return 1 }
        let settings = try EvaluationSettings(
            arguments, modules: schema.descriptors, environment: environment)
        let output = Output.descriptor(STDOUT_FILENO, environment: environment)
        let errors = Output.descriptor(STDERR_FILENO, environment: environment)
        do {
            try await Evaluation(settings: settings, output: output).run()
            return 0
        } catch is Output.Closed {
            return 0
        } catch {
            try? errors.error("\(error)", of: "quire")
            return 1
        }
    }
}
