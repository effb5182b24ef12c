#if SQLite
extension MigrationPlan {
    /// The error of a strict migration. `nil` if all values fit.
    package func strictError(location: String) -> StoreError? {
        let incompatibleModules = modules.filter { !$0.incompatible.isEmpty }
        guard !incompatibleModules.isEmpty else { return nil }
        let count = incompatibleModules.reduce(0) { $0 + $1.incompatible.itemCount }
        let fields = incompatibleModules.flatMap { module in
            module.incompatible.lines.map { "\(module.name): \($0)" }
        }
        return StoreError(
            .incompatible, action: "migrate the store", location: location,
            reason: "\(count.items) would not fit the schema: \(fields.joined(separator: "; "))",
            advice: "Correct the values with the earlier schema, give required fields a default, "
                + "or migrate without `isStrict`: no value is lost.",
            schemaDifference: difference, migrationPlan: self)
    }
}
#endif
