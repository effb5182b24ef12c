/// A write that is parsed and checked before its transaction opens, so that an invalid body blocks no other writer.
struct PlannedWrite: Sendable {
    let sent: InstanceBody
    /// The module that the body or the URL names.
    let module: ServedModule?
    private let changes: InstanceChanges?

    /// - Parameters:
    ///   - module: The module that the write names.
    ///   - likely: The module that held the instance before the transaction, if the write names none.
    ///   - checksValues: Whether the write stores the values that were sent.
    init(
        _ sent: InstanceBody, module: ServedModule?, likely: ServedModule? = nil,
        checksValues: Bool = true, _ allowance: ReportAllowance
    ) throws(APIError) {
        self.sent = sent
        self.module = module
        if checksValues, let target = module ?? likely {
            changes = try InstanceChanges(sent, of: target, allowance)
        } else {
            changes = nil
        }
    }

    /// The changes that the write makes to an instance of the module.
    func changes(of module: ServedModule) throws(APIError) -> InstanceChanges {
        if let changes, changes.module.id == module.id { return changes }
        // The instance moved to another module after `likely` was looked up.
        return try InstanceChanges(sent, of: module, ReportAllowance())
    }
}
