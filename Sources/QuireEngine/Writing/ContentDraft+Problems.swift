import QuireCore

extension ContentDraft {
    /// The problems of the values that are set: those that JSON or the field's format cannot represent, and those that
    /// could not be read back.
    var problems: [WriteError.Field] {
        Module.descriptor.fields.fields.compactMap { field in
            guard case .set(let value)? = changes[field.name] else { return nil }
            return value.problem(field.name, field.kind.dateFormat)
        }
    }
}
