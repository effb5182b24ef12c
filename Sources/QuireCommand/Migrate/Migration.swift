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
            if !settings.isCheck { try await printMisfits() }
            return 0
        }
        if settings.isCheck {
            try output.result("\(settings.file): \(difference)")
            return 1
        }
        try checkAllowed(difference)
        // If the reader closes the output, the migration continues.
        try? output.line("\(settings.file): \(difference)")
        try await migrate(difference)
        try? output.line("\(settings.file) is migrated")
        try await printMisfits()
        return 0
    }

    /// Says how many items of the migrated store do not fit the schema.
    private func printMisfits() async throws {
        var options = StoreOptions()
        options.isReadOnly = true
        let store = try await Store(location, modules: modules, options: options)
        for module in modules {
            let values = try await store.incompatibleValues(of: module.name, limit: 3)
            if values.isEmpty { continue }
            try? output.line(
                "\(misfits(values.itemCount, of: module.name)). No value is lost, but fields lack these values:"
            )
            for line in "\(values)".split(separator: "\n") { try? output.line("  \(line)") }
            try? output.line(remedy(for: module.name))
        }
        await store.close()
    }

    private func withPlan() async throws -> Int32 {
        let plan = try await Store.plan(for: modules, of: location)
        if !settings.isJSON {
            for line in "\(plan)".split(separator: "\n") { try output.result("\(line)") }
            for module in plan.modules where !module.incompatible.isEmpty {
                let misfits = misfits(module.incompatible.itemCount, of: module.name)
                try output.result("After the migration, \(misfits). \(remedy(for: module.name))")
            }
        } else if !settings.isDryRun, !plan.isEmpty {
            try await migrate(plan.difference)
        }
        if settings.isJSON { try output.resultJSON(MigrationReport(plan: plan, settings: settings).json) }
        if settings.isDryRun {
            // A dry run ends like the migration.
            try checkAllowed(plan.difference)
            if settings.isStrict, let error = plan.strictError(location: settings.file) { throw error }
        }
        return 0
    }

    private func misfits(_ count: Int, of module: String) -> String {
        "\(Text.count(count, "item")) of \(module) \(count == 1 ? "does" : "do") not fit the schema"
    }

    /// The command that gives items values that fit.
    private func remedy(for module: String) -> String {
        let schema = settings.schema.map { "--schema \($0) " }.joined()
        return "Load such items again, with corrected values if necessary: "
            + "quire load \(schema)--store \(settings.file) --module \(module) <file>"
    }

    private func checkAllowed(_ difference: SchemaDifference) throws {
        guard !settings.allowsDowngrade, difference.isDowngrade else { return }
        let ending =
            difference.isCertainDowngrade
            ? "a later schema has migrated it: \(difference). Use that schema. To go back to this one, add "
                + "--allow-downgrade; no value is lost"
            : "the schema removes fields or changes their types: \(difference). If this is the later schema, add "
                + "--allow-downgrade; no value is lost. If a later one has migrated the store, use that one"
        throw OpeningFailure("\(settings.file) is not migrated: \(ending)")
    }

    private func migrate(_ difference: SchemaDifference) async throws {
        try checkAllowed(difference)
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

/// A plan as JSON, for programs.
struct MigrationReport {
    let plan: MigrationPlan
    let settings: MigrateSettings

    var json: String {
        var members: [JSONValue.Member] = [
            .init("store", .string(settings.file)),
            .init("matches", .boolean(plan.isEmpty)),
            .init("lossless", .boolean(plan.isLossless)),
            .init("downgrade", .boolean(plan.isDowngrade)),
            .init("seconds", seconds(plan.seconds)),
            .init("migrated", .boolean(!settings.isDryRun && !plan.isEmpty)),
        ]
        if let backup = settings.backup, !plan.isEmpty { members.append(.init("backup", .string(backup))) }
        members.append(.init("modules", .array(plan.modules.map(module))))
        var json = JSONWriter()
        json.value(.object(members))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func module(_ module: MigrationPlan.Module) -> JSONValue {
        let difference = module.difference
        return .object([
            .init("name", .string(module.name)),
            .init("work", .string(module.work.rawValue)),
            .init("items", .integer(Int64(module.items))),
            .init("writtenItems", .integer(Int64(module.writtenItems))),
            .init("seconds", seconds(module.seconds)),
            .init("added", names(difference.added)),
            .init("removed", names(difference.removed)),
            .init(
                "changed",
                .array(
                    difference.changed.map {
                        .object([
                            .init("field", .string($0.name)), .init("from", .string($0.from)),
                            .init("to", .string($0.to)),
                        ])
                    })),
            .init("reformatted", names(difference.reformatted)),
            .init("required", names(difference.newlyRequired)),
            .init("indexes", names(module.indexes)),
            .init("fullText", .boolean(difference.rebuildsFullText)),
            .init(
                "filled",
                .array(
                    module.filled.map {
                        .object([
                            .init("field", .string($0.field)), .init("count", .integer(Int64($0.count))),
                        ])
                    })),
            .init("incompatible", .array(module.incompatible.counts.map { incompatible($0, module) })),
        ])
    }

    private func incompatible(
        _ count: IncompatibleValues.FieldCount, _ module: MigrationPlan.Module
    ) -> JSONValue {
        let values = module.incompatible.values.filter { $0.field == count.field }
        return .object([
            .init("field", .string(count.field)), .init("count", .integer(Int64(count.count))),
            .init(
                "values",
                .array(
                    values.map {
                        .object([
                            .init("id", .string($0.id)), .init("reason", .string($0.reason.rawValue)),
                            .init("expected", .string($0.expected)), .init("found", .string($0.found)),
                        ])
                    })),
        ])
    }

    private func names(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }

    private func seconds(_ seconds: Double) -> JSONValue { .number((seconds * 100).rounded() / 100) }
}
#endif
