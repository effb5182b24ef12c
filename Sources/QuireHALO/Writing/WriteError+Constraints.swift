import QuireCore
import QuireEngine

extension WriteError.Field {
    /// The same problem with the constraint that it concerns, if the schema declares it for the field.
    ///
    /// HALO has one error for lengths, `validator.10`. Quire's development server names each constraint.
    ///
    /// - Parameter given: The constraint's key, if the server sends it.
    func finding(constraint given: String?, of module: ModuleDescriptor) -> WriteError.Field {
        guard let constraints = module.fields.constraints(at: name) else { return self }
        var field = self
        if let given { field.constraint = constraints.constraint(named: given) }
        // HALO's rule has both bounds.
        if given == nil, code == "validator.10",
            (constraints.minLength == nil) != (constraints.maxLength == nil)
        {
            field.constraint =
                constraints.constraint(named: "minLength") ?? constraints.constraint(named: "maxLength")
        }
        return field
    }
}

extension FieldTable {
    /// The constraints of the field at a path such as `address.city` or `tags[2]`.
    ///
    /// Names may contain dots and brackets, so that the path is matched against the names.
    fileprivate func constraints(at path: String) -> FieldConstraints? {
        for field in fields {
            guard path.utf8.starts(with: field.name.utf8) else { continue }
            let rest = path.utf8.dropFirst(field.name.utf8.count)
            guard let next = rest.first else { return field.constraints }
            guard next == UInt8(ascii: ".") || next == UInt8(ascii: "[") else { continue }
            guard case .object(let table) = field.kind.innermost else { return field.constraints }
            let inner = rest.drop { $0 != UInt8(ascii: ".") }.dropFirst()
            if let constraints = table.constraints(at: String(decoding: inner, as: UTF8.self)) {
                return constraints
            }
        }
        return nil
    }
}
