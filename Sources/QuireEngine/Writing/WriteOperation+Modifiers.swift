import QuireCore

extension WriteOperation {
    /// Applies the changes that depend on stored values.
    ///
    /// - Throws: `WriteError` with the reason `invalid` if a result does not fit its field.
    package func modified(_ instance: JSONValue) throws(WriteError) -> JSONValue {
        guard !modifiers.isEmpty else { return instance }
        var values = instance.member("values") ?? .object([])
        var changed: [JSONValue.Member] = []
        for modifier in modifiers {
            guard
                let value = modifier.applied(
                    to: values.member(modifier.field), module.fields[modifier.field]?.kind)
            else {
                var failure = WriteError(.invalid, self, message: "a value cannot be changed")
                failure.fields = [
                    .init(
                        name: modifier.path,
                        message: "\(modifier.kind.rawValue) \(modifier.value) does not fit the stored value")
                ]
                throw failure
            }
            values = values.setting(modifier.field, value)
            changed.removeAll { $0.name.isByteEqual(to: modifier.field) }
            changed.append(.init(modifier.field, value))
        }
        let broken = module.violations(of: .object(changed))
        guard broken.isEmpty else { throw WriteError(broken, self) }
        try checkMembers(of: changed)
        return instance.setting("values", values)
    }
}
