import Foundation
import QuireCore
import QuireGenerator
import QuireSchema
import QuireStore
import QuireTerminal

/// `quire migrate`: migrates a store's tables to the schema.
enum MigrateCommand {
    static let help = """
        Migrate a store to the schema. 'quire query' and read-only apps open only stores that match their schema.

        Usage: quire migrate --store <file> [options]

          --store <file>       The store's SQLite file
          --schema <path>      A schema file or folder (repeatable; default: Schema)
          --check              Change nothing; print the differences, and fail if there are any
          --allow-downgrade    Also allow removed fields and changed types, which may mean that the schema is older than
                               the store. No value is lost: the items keep it as an unknown value

        Exit codes: 0 the store matches the schema, 1 it differs (with --check) or cannot be migrated, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: ["--store", "--schema"],
            flags: ["--check", "--allow-downgrade", "--help", "-h"], of: "migrate")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --store for the file")
        }
        guard let file = try arguments.single("--store") else { throw UsageError("no --store was given") }
        if arguments.flags.contains("--check") {
            try arguments.refuse(["--allow-downgrade"], "with --check")
        }
        guard let schema = DescribedSchema(paths: try SchemaPaths.of(arguments)) else {
            return 1
        }
        #if SQLite
        let output = Output.descriptor(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)
        let errors = Output.descriptor(STDERR_FILENO, environment: ProcessInfo.processInfo.environment)
        do {
            return try await migrate(
                file, schema.descriptors, isCheck: arguments.flags.contains("--check"),
                allowsDowngrade: arguments.flags.contains("--allow-downgrade"), output)
        } catch {
            try? errors.error("\(error)", of: "quire")
            return 1
        }
        #else
        throw UsageError(OpeningFailure.noStore.description)
        #endif
    }

    #if SQLite
    private static func migrate(
        _ file: String, _ modules: [ModuleDescriptor], isCheck: Bool, allowsDowngrade: Bool, _ output: Output
    ) async throws -> Int32 {
        let difference = try await Store.schemaDifference(of: .file(file), modules: modules)
        guard !difference.isEmpty else {
            try? output.line("\(file) matches the schema")
            return 0
        }
        // If the reader closes the output, the migration continues.
        try? output.line("\(file): \(difference)")
        if isCheck { return 1 }
        guard allowsDowngrade || !difference.isDowngrade else {
            throw OpeningFailure(
                "\(file) was not migrated: the schema removes fields or changes their types, so it may be older than the store. "
                    + "To migrate anyway, use --allow-downgrade; no value is lost")
        }
        var options = StoreOptions()
        options.downgradePolicy = .allow
        let store = try await Store(.file(file), modules: modules, options: options)
        await store.close()
        try? output.line("\(file) is migrated")
        return 0
    }
    #endif
}
