import Foundation
import QuireCore
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
        if let file = try arguments.single("--recorded") {
            return try report(file, arguments, environment: environment)
        }
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
        _ file: String, _ arguments: Arguments, environment: [String: String]
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

/// The options of `quire evaluate`.
struct EvaluationSettings: Sendable {
    /// One engine, or two for comparison.
    var engines: [EngineOptions]
    var modules: [ModuleDescriptor]
    var module: ModuleDescriptor
    var queries: [JudgedQuery]
    var isExact: Bool
    /// Whether vectors order the items too.
    var searchesByMeaning = false
    var printsJSON: Bool
    /// The scores of an earlier run.
    var baseline: EvaluationBaseline?

    private static let engineNames = [
        "--engine", "--store", "--nodes", "--prefix", "--application-id", "--embedder",
    ]
    static let options =
        [
            "--queries", "--schema", "--module", "--timeout", "--kinds", "--without-kinds", "--baseline",
            "--allowed-drop", "--recorded",
        ] + engineNames
        + engineNames.map(against) + EngineOptions.refused
    static let flags = ["--exact", "--json", "--help", "-h"]

    /// `--against-store` for `--store`.
    private static func against(_ name: String) -> String { "--against-" + name.dropFirst(2) }

    init(
        _ arguments: Arguments, modules: [ModuleDescriptor], environment: [String: String]
    ) throws(UsageError) {
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument '\(operand)'; use --queries for the queries")
        }
        let kinds = EngineOptions.searched
        for option in ["--engine", Self.against("--engine")] {
            guard let name = arguments.values[option]?.first?.lowercased(),
                ["halo", "pocketbase"].contains(name)
            else { continue }
            throw UsageError(
                "\(option) \(name): this engine has no full-text search to evaluate; "
                    + "sync its content into a store and evaluate that: --store <file>")
        }
        engines = [try EngineOptions(arguments, among: kinds, timeout: 30, environment: environment)]
        var second: [String] = []
        for name in Self.engineNames {
            for value in arguments.values[Self.against(name)] ?? [] { second += [name, value] }
        }
        if !second.isEmpty {
            let other = try Arguments(second, options: Self.engineNames, flags: [], of: "evaluate")
            engines.append(try EngineOptions(other, among: kinds, timeout: 30, environment: environment))
        }
        self.modules = modules
        guard let name = try arguments.single("--module") else {
            throw UsageError(
                "no --module was given; expected one of: \(modules.map(\.name).joined(separator: ", "))")
        }
        module = try modules.named(name)
        guard let file = try arguments.single("--queries") else {
            throw UsageError("no --queries were given")
        }
        let only = Self.names(arguments.values["--kinds"])
        let without = Self.names(arguments.values["--without-kinds"]) ?? []
        queries = try JudgedQuery.read(file).filter { query in
            (only?.contains(query.kind ?? "") ?? true) && !without.contains(query.kind ?? "")
        }
        if queries.isEmpty { throw UsageError("--queries: no query has one of these kinds") }
        isExact = arguments.flags.contains("--exact")
        if isExact, engines.contains(where: { $0.embedder != nil }) {
            throw UsageError(
                "--exact requires all words, and --embedder finds items without them: leave one out")
        }
        printsJSON = arguments.flags.contains("--json")
        let allowed = try arguments.single("--allowed-drop")
        guard let file = try arguments.single("--baseline") else {
            if allowed != nil { throw UsageError("--allowed-drop needs a --baseline to compare with") }
            return
        }
        baseline = try EvaluationBaseline(file: file, allowedDrop: allowed)
    }

    private static func names(_ texts: [String]?) -> Set<String>? {
        texts.map { Set($0.flatMap { $0.split(separator: ",").map(String.init) }) }
    }
}

/// The scores of an earlier run, read from the output of `quire evaluate --json`.
struct EvaluationBaseline: Sendable, Hashable {
    /// A score in the earlier run and now.
    struct Change: Sendable, Hashable {
        var name: String
        var before: Double
        var now: Double

        var text: String { String(format: "%@ was %.3f and is %.3f", name, before, now) }
    }

    /// By their names.
    var scores: [String: Double]
    /// How much lower a score may be.
    var allowedDrop: Double

    init(scores: [String: Double], allowedDrop: Double) {
        self.scores = scores
        self.allowedDrop = allowedDrop
    }

    /// Reads a file. Of a comparison of two engines, the first one counts.
    init(file: String, allowedDrop: String?) throws(UsageError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw UsageError(
                "--baseline: cannot read the file: \(error). Save one with quire evaluate --json > <file>")
        }
        var allowed = 0.005
        if let text = allowedDrop {
            guard let number = Double(text), number >= 0, number.isFinite else {
                throw UsageError("--allowed-drop \(text): expected a number from 0 up, such as 0.01")
            }
            allowed = number
        }
        try self.init(json, allowedDrop: allowed)
    }

    init(_ json: JSONValue, allowedDrop: Double) throws(UsageError) {
        var report = json
        if case .array(let engines)? = json.member("engines"), let first = engines.first { report = first }
        var scores: [String: Double] = [:]
        for (name, _) in SearchMetrics([]).scores {
            switch report.member(name) {
            case .number(let number)?: scores[name] = number
            case .integer(let number)?: scores[name] = Double(number)
            default: break
            }
        }
        guard !scores.isEmpty else {
            throw UsageError(
                "--baseline: the file has no scores. Save one with quire evaluate --json > <file>")
        }
        self.init(scores: scores, allowedDrop: allowedDrop)
    }

    /// The scores that both runs have.
    func changes(to metrics: SearchMetrics) -> [Change] {
        metrics.scores.compactMap { name, value in
            scores[name].map { Change(name: name, before: $0, now: value) }
        }
    }

    /// Whether a score is lower than allowed.
    func isTooLow(_ change: Change) -> Bool { change.now < change.before - allowedDrop - 1e-9 }

    func print(_ changes: [Change], to output: Output) throws {
        try output.line()
        var table = Table([.left("score"), .right("baseline"), .right("now"), .right("change")])
        for change in changes {
            table.add(
                [change.name] + [change.before, change.now].map { String(format: "%.3f", $0) }
                    + [String(format: "%+.3f", change.now - change.before)])
        }
        try output.table(table)
    }
}
