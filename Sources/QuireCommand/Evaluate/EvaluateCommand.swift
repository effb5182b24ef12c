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

/// `quire evaluate`: measures the quality of an engine's full-text search with judged queries.
enum EvaluateCommand {
    static let help = """
        Measure the full-text search of an engine with judged queries, or compare two engines.

        Usage: quire evaluate --queries <file> --module <name> --store <file> [options]
               quire evaluate --recorded <file> [--module <name>] [--json]

          --queries <file>      JSON: [{"query": "moby dick", "kind": "title", "expected": [{"id": "b1", "grade": 3}]}]
          --schema <path>       A schema file or folder (repeatable; default: Schema)
          --module <name>       The module to search
        \(EngineOptions.help(EngineOptions.searched, timeout: 30))
          --against-<option>    A second engine, by the same options: --against-engine, --against-store, --against-nodes.
                                The report lists the queries with better or worse results on it
          --kinds <names>       Run only queries of these kinds, separated by commas
          --without-kinds <names>
                                Skip queries of these kinds
          --baseline <file>     Compare with an earlier run, saved with --json > <file>; fail if a score is lower
          --allowed-drop <number>
                                How much lower than the baseline a score may be (default: 0.005)
          --exact               Disable typo tolerance, and require all words
          --json                Print the results as JSON
          --recorded <file>     List the searches of your users that found little, the most frequent first, from a file
                                of QueryRecorder(file: …, searchesFinding: 0...2)

        hit@1 and hit@3 are the shares of queries with a best-graded item first, or among the first three. mrr is the
        mean of 1 / its rank. ndcg@10 is the gain of the first ten items, each discounted by its place, relative to the
        best possible order: a grade gains 2 to its power less 1, or, in linear ndcg@10, the grade itself. recall@100 is
        the share of the expected items among the first hundred. With --embedder, the queries search by meaning.
        Latencies are in milliseconds.

        \(EngineOptions.secretsHelp)

        Exit codes: 0 success, 1 a query failed or a score is lower than the baseline allows, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: EvaluationSettings.options, flags: EvaluationSettings.flags, of: "evaluate")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        let environment = ProcessInfo.processInfo.environment
        if let file = try arguments.single("--recorded") { return try report(file, arguments, environment) }
        guard let schema = DescribedSchema(paths: try SchemaPaths.of(arguments)) else { return 1 }
        let settings = try EvaluationSettings(
            arguments, modules: schema.descriptors, environment: environment)
        let output = Output.descriptor(STDOUT_FILENO, environment: environment)
        let errors = Output.descriptor(STDERR_FILENO, environment: environment)
        do {
            let passes = try await Evaluation(settings: settings, output: output, errors: errors).run()
            return passes ? 0 : 1
        } catch is Output.Closed {
            return 0
        } catch {
            try? errors.error("\(error)", of: "quire")
            return 1
        }
    }

    /// Prints the recorded searches that found little.
    private static func report(
        _ file: String, _ arguments: Arguments, _ environment: [String: String]
    ) throws(UsageError) -> Int32 {
        let others =
            arguments.values.keys.filter { $0 != "--recorded" && $0 != "--module" }
            + arguments.flags.filter { $0 != "--json" }
        if let other = others.min() {
            throw UsageError("--recorded runs no search, so it cannot be combined with \(other)")
        }
        let searches = try RecordedSearches(file: file, module: try arguments.single("--module"))
        let output = Output.descriptor(STDOUT_FILENO, environment: environment)
        do {
            try arguments.flags.contains("--json")
                ? output.json("\(searches.json)") : searches.print(to: output)
            return 0
        } catch is Output.Closed {
            return 0
        } catch {
            try? Output.descriptor(STDERR_FILENO, environment: environment).error("\(error)", of: "quire")
            return 1
        }
    }
}
