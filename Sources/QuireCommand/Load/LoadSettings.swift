import QuireSchema

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

extension Arguments {
    /// A whole number of an option.
    func number(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = try single(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "\(name) expects a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))"
            )
        }
        return number
    }
}
