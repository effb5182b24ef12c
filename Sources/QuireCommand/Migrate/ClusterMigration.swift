import QuireCluster
import QuireCore
import QuireTerminal

/// One run of `quire migrate` on a search cluster.
struct ClusterMigration {
    let settings: MigrateSettings
    let cluster: any SearchCluster
    let modules: [ModuleDescriptor]
    let output: Output

    func run() async throws -> Int32 {
        let plan = try await cluster.plan(
            for: modules, filling: .copying, restarting: settings.isRestarting)
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
            try await cluster.prepare(
                modules, filling: .copying, restarting: settings.isRestarting
            ) { _ in }
            if !settings.isJSON { try? output.line("\(name) is migrated") }
        }
        if settings.isJSON {
            try output.resultJSON(json(plan, isMigrated: !isReadOnly && !plan.isEmpty))
        }
        return settings.isCheck && !plan.isEmpty ? 1 : 0
    }

    private var name: String { cluster.capabilities.name }

    private func printLines(of plan: PreparationPlan) throws {
        guard !plan.isEmpty else {
            try output.result("\(name) matches the schema")
            return
        }
        for line in "\(plan)".split(separator: "\n") { try output.result("\(line)") }
    }

    /// A plan as JSON, for programs.
    private func json(_ plan: PreparationPlan, isMigrated: Bool) -> String {
        var json = JSONWriter()
        json.value(
            .object([
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
