import Foundation
import QuireCore
import QuireExplorer
import QuireGenerator
import QuireSchema
import QuireStore
import QuireTerminal

/// `quire migrate`: migrates a store's tables or a cluster's collections to the schema, or says what that would do.
enum MigrateCommand {
    static let help = """
        Migrate a store, a search cluster or PocketBase to the schema. 'quire query' and read-only apps open only stores
        that match their schema.

        Usage: quire migrate --store <file> [options]
               quire migrate --engine <name> --nodes <url>,<url> [options]
               quire migrate --engine pocketbase --url <url> [options]

          --schema <path>       A schema file or folder (repeatable; default: Schema)
        \(EngineOptions.help(EngineOptions.written, timeout: 120))
        \(EngineOptions.pocketBaseHelp)
          --dry-run             Change nothing; print what a migration would do and how many items it would write. For a
                                store, also its estimated duration, and the values that would not fit. Fails if the
                                migration would be refused
          --check               Change nothing; print the differences, and fail if there are any
          --json                Print the plan as JSON

        For a store:

          --strict              Migrate only if all values fit
          --backup [<file>]     Copy the store to a new file before the migration (default: <store>.backup)
          --allow-downgrade     Also allow removed fields, changed types and names from before a rename, which may mean
                                that the schema is older than the store. No value is lost: the items keep it as an
                                unknown value

        For a cluster:

          --restart             Also rebuild collections that something else has changed, and delete unfinished ones

        For Typesense, OpenSearch and PocketBase:

          --repair              Also compare all items with what Quire would write, and correct what is derived from values
                                that another program, the dashboard or an import has changed

        A collection that must change is built and filled beside the live one, and then replaces it in one step. Searches
        always see all items. PocketBase's collections are created, or altered in place. No column and no item is deleted.

        \(EngineOptions.secretsHelp)

        Exit codes: 0 everything matches the schema or could be migrated, 1 it differs (with --check) or cannot be
        migrated, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            MigrateSettings.namingBackup(arguments), options: MigrateSettings.options,
            flags: MigrateSettings.flags, mayBeEmpty: ["--backup"], of: "migrate")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --store for the file")
        }
        let environment = ProcessInfo.processInfo.environment
        let settings = try MigrateSettings(arguments, environment: environment)
        guard let schema = DescribedSchema(paths: try SchemaPaths.of(arguments)) else {
            return 1
        }
        let output = Output.descriptor(STDOUT_FILENO, environment: environment)
        let errors = Output.descriptor(STDERR_FILENO, environment: environment)
        do {
            if settings.engine.kind == .pocketbase {
                let server = try await settings.engine.pocketBase(.managed)
                return try await ClusterMigration(
                    settings, server, modules: schema.descriptors, on: output, errors: errors
                )
                .run()
            }
            if let cluster = settings.engine.cluster() {
                return try await ClusterMigration(
                    settings, cluster, modules: schema.descriptors, on: output, errors: errors
                )
                .run()
            }
            #if SQLite
            return try await Migration(settings: settings, modules: schema.descriptors, output: output).run()
            #else
            throw OpeningFailure.noStore
            #endif
        } catch {
            try? errors.error(sentence(error), of: "quire")
            return 1
        }
    }

    private static func sentence(_ error: any Error) -> String {
        #if SQLite
        if var error = error as? StoreError, error.code == .incompatible {
            error.advice = error.advice.replacingOccurrences(of: "`isStrict`", with: "--strict")
            return "\(error)"
        }
        #endif
        return "\(error)"
    }
}

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
