import QuireCore
import QuireEngine
import QuirePocketBase
import QuireRemote
import QuireTerminal

/// One run of `quire migrate` on a search cluster or on PocketBase.
struct ClusterMigration {
    let settings: MigrateSettings
    let output: Output
    /// The engine's name.
    private let name: String
    private let plan: () async throws -> PreparationPlan
    private let prepare: () async throws -> Void
    /// Compares all items with what Quire would write. Returns the number of corrected ones.
    private let repair: (() async throws -> Int)?

    init(
        _ settings: MigrateSettings, _ cluster: any SearchCluster, modules: [ModuleDescriptor],
        on output: Output, errors: Output
    ) {
        self.settings = settings
        self.output = output
        name = cluster.capabilities.name
        let isRestarting = settings.isRestarting
        plan = {
            try await cluster.plan(for: modules, filling: .copying, restarting: isRestarting)
        }
        repair = Self.repairing(settings, cluster, modules: modules, errors: errors)
        prepare = {
            try await cluster.prepare(modules, filling: .copying, restarting: isRestarting) { _ in }
        }
    }

    init(
        _ settings: MigrateSettings, _ server: PocketBaseEngine, modules: [ModuleDescriptor],
        on output: Output, errors: Output
    ) {
        self.settings = settings
        self.output = output
        name = server.capabilities.name
        plan = { try await server.plan(for: modules) }
        prepare = {
            let bar = MigrationBar("Filling", on: errors)
            defer { bar.finish() }
            try await server.prepare(modules) { bar.show($0) }
        }
        repair = Self.repairing(settings, server, modules: modules, errors: errors)
    }

    private static func repairing(
        _ settings: MigrateSettings, _ engine: any ContentEngine, modules: [ModuleDescriptor],
        errors: Output
    ) -> (() async throws -> Int)? {
        guard settings.isRepairing, let engine = engine as? any RepairableEngine else { return nil }
        return {
            let bar = MigrationBar("Comparing", on: errors)
            defer { bar.finish() }
            return try await engine.repair(modules) { bar.show($0) }
        }
    }

    func run() async throws -> Int32 {
        let plan = try await plan()
        let isReadOnly = settings.isDryRun || settings.isCheck
        if !settings.isJSON {
            do {
                try printLines(of: plan)
            } catch {
                // If the output cannot be written, a migration continues.
                if isReadOnly { throw error }
            }
        }
        if !isReadOnly, !plan.isEmpty {
            try await prepare()
            if !settings.isJSON { try? output.line("\(name) is migrated") }
        }
        let repaired = try await repair?()
        if settings.isJSON {
            try output.resultJSON(json(plan, isMigrated: !isReadOnly && !plan.isEmpty, repaired))
        } else if let repaired {
            try? output.line("corrected \(Text.count(repaired, "item"))")
        }
        return settings.isCheck && !plan.isEmpty ? 1 : 0
    }

    private func printLines(of plan: PreparationPlan) throws {
        guard !plan.isEmpty else {
            try output.result("\(name) matches the schema")
            return
        }
        for line in "\(plan)".split(separator: "\n") { try output.result("\(line)") }
    }

    /// A plan as JSON, for programs.
    private func json(_ plan: PreparationPlan, isMigrated: Bool, _ repaired: Int?) -> String {
        var json = JSONWriter()
        let corrected = repaired.map { [JSONValue.Member("correctedItems", .integer(Int64($0)))] } ?? []
        json.value(
            .object(
                corrected + [
                    .init("engine", .string(settings.engine.kind.rawValue)),
                    .init("matches", .boolean(plan.isEmpty)),
                    .init("migrated", .boolean(isMigrated)),
                    .init("writtenItems", .integer(Int64(plan.writtenItems))),
                    .init("modules", .array(plan.modules.map(module))),
                ]))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func module(_ module: PreparationPlan.Module) -> JSONValue {
        .object([
            .init("name", .string(module.name)),
            .init("work", .string(module.work.rawValue)),
            .init("live", module.live.map(JSONValue.string) ?? .null),
            .init("collection", .string(module.collection)),
            .init("writtenItems", .integer(Int64(module.writtenItems))),
            .init("differences", .array(module.differences.map { .string($0) })),
        ])
    }
}

/// Shows how many records of a module were read.
struct MigrationBar: Sendable {
    private let action: String
    private let output: Output

    init(_ action: String, on output: Output) {
        self.action = action
        self.output = output
    }

    func show(_ progress: PreparationProgress) {
        let share = progress.total.map { Double(progress.stored) / Double(max(1, $0)) } ?? 0
        ProgressBar("\(action) \(progress.module)", on: output).show(
            share, detail: "\(progress.stored) records")
    }

    func finish() { ProgressBar(action, on: output).finish() }
}
