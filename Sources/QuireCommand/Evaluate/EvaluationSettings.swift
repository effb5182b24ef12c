import QuireCore

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
