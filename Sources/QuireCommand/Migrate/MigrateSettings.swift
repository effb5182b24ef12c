import Foundation

/// The options of `quire migrate`.
struct MigrateSettings {
    var engine: EngineOptions
    var isCheck: Bool
    var isDryRun: Bool
    var isStrict: Bool
    var isJSON: Bool
    var allowsDowngrade: Bool
    /// Whether collections that something else has changed are rebuilt.
    var isRestarting: Bool
    /// Whether all records are compared with what Quire would write.
    var isRepairing: Bool
    /// The paths of the schema; empty for the default.
    var schema: [String]
    /// The path of the backup; `nil` if none was requested.
    var backup: String?

    /// The store's file.
    var file: String { engine.store ?? "" }

    static let options = ["--schema", "--backup"] + EngineOptions.names + EngineOptions.refused
    static let flags = [
        "--check", "--dry-run", "--strict", "--json", "--allow-downgrade", "--restart", "--repair",
        "--help", "-h",
    ]

    init(_ arguments: Arguments, environment: [String: String]) throws(UsageError) {
        if arguments.values["--store"] == nil, arguments.values["--engine"] == nil {
            throw UsageError("no --store was given; for a search cluster, give --engine and --nodes")
        }
        engine = try EngineOptions(
            arguments, among: EngineOptions.written, timeout: 120,
            environment: environment)
        try engine.checkPreparing()
        if ![.typesense, .opensearch, .pocketbase].contains(engine.kind) {
            try arguments.refuse(["--repair"], "without --engine typesense, opensearch or pocketbase")
        }
        switch engine.kind {
        case .store: try arguments.refuse(["--restart"], "for a store")
        case .pocketbase:
            try arguments.refuse(
                ["--restart", "--strict", "--backup", "--allow-downgrade"], "for PocketBase")
        default: try arguments.refuse(["--strict", "--backup", "--allow-downgrade"], "for a cluster")
        }
        isRepairing = arguments.flags.contains("--repair")
        isRestarting = arguments.flags.contains("--restart")
        isCheck = arguments.flags.contains("--check")
        isDryRun = arguments.flags.contains("--dry-run")
        isStrict = arguments.flags.contains("--strict")
        isJSON = arguments.flags.contains("--json")
        allowsDowngrade = arguments.flags.contains("--allow-downgrade")
        if isCheck {
            try arguments.refuse(
                ["--allow-downgrade", "--dry-run", "--strict", "--backup", "--json", "--repair"],
                "with --check")
        }
        if isDryRun { try arguments.refuse(["--backup", "--repair"], "with --dry-run") }
        schema = arguments.values["--schema"] ?? []
        let file = engine.store ?? ""
        backup = try arguments.single("--backup").map { $0.isEmpty ? file + ".backup" : $0 }
    }

    /// Gives `--backup` an empty value if no path follows it.
    static func namingBackup(_ arguments: [String]) -> [String] {
        arguments.indices.map { index in
            guard arguments[index] == "--backup" else { return arguments[index] }
            let next = arguments.index(after: index)
            let hasValue = next < arguments.endIndex && !arguments[next].hasPrefix("-")
            return hasValue ? "--backup" : "--backup="
        }
    }
}
