extension SchemaResolver {
    /// Resolves fields and applies the rules of their types.
    func resolveFields(_ declared: [DeclaredField], mixin: String?) -> [Field] {
        var fields: [Field] = []
        fields.reserveCapacity(declared.count)
        for declaredField in declared {
            var field = resolveField(declaredField)
            field.mixin = mixin
            fields.append(field)
        }
        return fields
    }

    private func resolveField(_ declared: DeclaredField) -> Field {
        var field = declared.field
        guard let declaredType = declared.type, let type = resolveType(declaredType, of: field) else {
            return field
        }
        field.type = type
        let base = scalarBase(of: type)
        field.operators = resolveOperators(declared, type: type, base: base)
        checkSortable(declared, type: type, base: base)
        checkFacet(declared, type: type, base: base)
        checkSearchable(declared, type: type, base: base)
        checkLocalized(declared, type)
        field.defaultValue = resolveDefault(declared, type: type, base: base)
        field.constraints = resolveConstraints(declared, type, base)
        checkDefault(field.defaultValue, of: declared, field.constraints)
        return field
    }

    /// The base of a scalar, or of a list of scalars.
    func scalarBase(of type: FieldType) -> Scalar.Base? {
        switch type {
        case .scalar(let name): return scalarIndex[name].map { declarations.scalars[$0].base }
        case .list(let element): return scalarBase(of: element)
        default: return nil
        }
    }
}
