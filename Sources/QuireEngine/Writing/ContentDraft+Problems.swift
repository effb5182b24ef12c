import QuireCore

extension ContentDraft {
    /// What is wrong with values that are set: those that JSON or the field's format cannot hold, and those that could not
    /// be read again.
    var problems: [WriteFailure.Field] {
        Module.descriptor.fields.fields.compactMap { field in
            guard case .set(let value)? = changes[field.name] else { return nil }
            return value.problem(field.name, field.kind.dateFormat)
        }
    }
}
