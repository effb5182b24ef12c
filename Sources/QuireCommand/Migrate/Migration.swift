#if SQLite
import QuireCore
import QuireStore
import QuireTerminal

/// One run of `quire migrate`.
struct Migration {
    let settings: MigrateSettings
    let modules: [ModuleDescriptor]
    let output: Output

    private var location: Store.Location { .file(settings.file) }

    func run() async throws -> Int32 {
        guard !settings.isDryRun, !settings.isJSON else { return try await withPlan() }
        let difference = try await Store.schemaDifference(of: location, modules: modules)
        guard !difference.isEmpty else {
            try output.result("\(settings.file) matches the schema")
            return 0
        }
        if settings.isCheck {
            try output.result("\(settings.file): \(difference)")
            return 1
        }
        // If the reader closes the output, the migration continues.
        try? output.line("\(settings.file): \(difference)")
        try await migrate(difference)
        try? output.line("\(settings.file) is migrated")
        return 0
    }

    private func withPlan() async throws -> Int32 {
        let plan = try await Store.plan(for: modules, of: location)
        let isRefused = settings.isStrict && !plan.isLossless
        if !settings.isJSON {
            for line in "\(plan)".split(separator: "\n") { try output.result("\(line)") }
            return isRefused ? 1 : 0
        }
        if !settings.isDryRun, !plan.isEmpty { try await migrate(plan.difference) }
        try output.resultJSON(MigrationReport(plan: plan, settings: settings).json)
        return settings.isDryRun && isRefused ? 1 : 0
    }

    private func migrate(_ difference: SchemaDifference) async throws {
        guard settings.allowsDowngrade || !difference.isDowngrade else {
            throw OpeningFailure(
                "\(settings.file) was not migrated: the schema removes fields or changes their types, so it may be older than the store. "
                    + "To migrate anyway, use --allow-downgrade; no value is lost")
        }
        var options = StoreOptions()
        options.downgradePolicy = .allow
        options.isStrict = settings.isStrict
        options.migrationBackup = settings.backup
        let store = try await Store(location, modules: modules, options: options)
        await store.close()
        if let backup = settings.backup, !settings.isJSON {
            try? output.line("the earlier state is in \(backup)")
        }
    }
}
#endif
