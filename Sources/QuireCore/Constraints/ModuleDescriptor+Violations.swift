extension ModuleDescriptor {
    /// Returns every constraint that an item's values break, except `unique`, which depends on other items.
    ///
    /// ```swift
    /// let violations = Books.descriptor.violations(of: .object([.init("title", .string(""))]))
    /// // [title: expected at least 1 character, found 0 characters: ""]
    /// ```
    /// Missing values, `null` and values of another type break no constraint.
    ///
    /// - Parameter values: The values by wire name, as in an instance's `values`.
    public func violations(of values: JSONValue) -> [ConstraintViolation] {
        guard fields.hasConstraints else { return [] }
        var violations: [ConstraintViolation] = []
        fields.check(values, at: "", into: &violations)
        return violations
    }

    /// The fields whose values must differ between items.
    package var uniqueFields: [FieldDescriptor] {
        guard fields.hasConstraints else { return [] }
        return fields.fields.filter { $0.constraints?.isUnique == true }
    }
}

extension ContentDraft {
    /// The constraints that the draft's values break, for forms that check before they save.
    ///
    /// ```swift
    /// var draft = Books.Draft()
    /// draft.title = .set("")
    /// let problem = draft.violations.first { $0.field == "title" }?.description
    /// ```
    /// `unique` is only checked when the draft is written. Writing a draft with violations throws a `WriteError`.
    public var violations: [ConstraintViolation] {
        guard Module.descriptor.fields.hasConstraints else { return [] }
        var json = JSONWriter()
        writeValues(to: &json)
        return Module.descriptor.violations(of: JSONValue(written: json))
    }
}
