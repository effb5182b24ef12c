#if SQLite
import QuireCore
import QuireStore

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
