import Foundation
import QuireCore
import QuireGenerator
import QuireSchema
import QuireStore
import QuireTerminal

/// `quire migrate`: migrates a store's tables to the schema, or says what that would do.
enum MigrateCommand {
    static let help = """
        Migrate a store to the schema. 'quire query' and read-only apps open only stores that match their schema.

        Usage: quire migrate --store <file> [options]

          --store <file>       The store's SQLite file
          --schema <path>      A schema file or folder (repeatable; default: Schema)
          --dry-run            Change nothing; print what a migration would do, its estimated duration, and the values
                               that would not fit
          --check              Change nothing; print the differences, and fail if there are any
          --strict             Migrate only if all values fit. With --dry-run: fail if they do not
          --backup [<file>]    Copy the store to a new file before the migration (default: <store>.backup)
          --allow-downgrade    Also allow removed fields and changed types, which may mean that the schema is older than
                               the store. No value is lost: the items keep it as an unknown value
          --json               Print the plan as JSON

        Exit codes: 0 the store matches the schema, or the plan was printed, 1 it differs (with --check) or cannot be
        migrated, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            MigrateSettings.namingBackup(arguments), options: ["--store", "--schema", "--backup"],
            flags: [
                "--check", "--dry-run", "--strict", "--json", "--allow-downgrade", "--help", "-h",
            ], mayBeEmpty: ["--backup"], of: "migrate")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --store for the file")
        }
        let settings = try MigrateSettings(arguments)
        guard let schema = DescribedSchema(paths: try SchemaPaths.of(arguments)) else {
            return 1
        }
        #if SQLite
        let output = Output.descriptor(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)
        let errors = Output.descriptor(STDERR_FILENO, environment: ProcessInfo.processInfo.environment)
        do {
            return try await Migration(settings: settings, modules: schema.descriptors, output: output).run()
        } catch {
            try? errors.error("\(error)", of: "quire")
            return 1
        }
        #else
        throw UsageError(OpeningFailure.noStore.description)
        #endif
    }
}
