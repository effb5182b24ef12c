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
        field.constraints = resolveConstraints(declared, type, base: base)
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

extension SchemaResolver {
    /// The operators of a field: the listed ones that the type allows, otherwise the type's default.
    func resolveOperators(_ declared: DeclaredField, type: FieldType, base: Scalar.Base?) -> [Operator] {
        guard let listed = declared.operators else {
            // The defaults are already in order.
            let operators = type.defaultOperators(base: base)
            return declared.field.required ? operators : operators + [.isNull]
        }
        var operators: [Operator] = []
        let allowed = type.allowedOperators(base: base)
        for item in listed {
            if allowed.contains(item.value) {
                operators.append(item.value)
            } else {
                reportNotAllowed(item, type: type, allowed: allowed)
            }
        }
        if !declared.field.required { operators.append(.isNull) }
        var ordered: [Operator] = []
        for value in Operator.allCases where operators.contains(value) { ordered.append(value) }
        return ordered
    }

    private func reportNotAllowed(_ item: LocatedOperator, type: FieldType, allowed: [Operator]) {
        let what =
            "the operator \(quoted(item.value.rawValue)) does not fit the type \(quoted(type.spelling))"
        if allowed.isEmpty {
            diagnostics.error(.operatorNotAllowed, what + "; it has none", at: item.location)
            return
        }
        var hint = "; expected \(oneOf(allowed.map(\.rawValue)))"
        if item.value == .equal, allowed.contains(.contains) {
            hint += " ('contains' finds an equal element)"
        }
        diagnostics.error(.operatorNotAllowed, what + hint, at: item.location)
    }
}

extension FieldType {
    /// The type as shown in messages: `list of text`.
    var spelling: String {
        if case .list(let element) = self { return "list of " + element.name }
        return name
    }
}

extension SchemaResolver {
    /// Checks that a facet has values that repeat, and that a hierarchical one has texts with separators.
    func checkFacet(_ declared: DeclaredField, type: FieldType, base: Scalar.Base?) {
        guard let location = declared.facetLocation, let facet = declared.field.facet else { return }
        if !type.isFacetable(base: base) {
            diagnostics.error(
                .notFacetable, "a field of type \(quoted(type.spelling)) cannot be a facet", at: location)
            return
        }
        if facet == .hierarchical, !type.hasLevels {
            diagnostics.error(
                .notFacetable,
                "only a text or a list of texts can be a hierarchical facet, such as 'Fiction > Fantasy'; "
                    + "this one is \(quoted(type.spelling))",
                at: location)
        }
    }
}

extension FieldType {
    /// Whether the type supports `facet`.
    public func isFacetable(base: Scalar.Base? = nil) -> Bool {
        switch self {
        case .text, .integer, .number, .boolean, .date, .time, .dateTime, .color: return true
        case .choice, .choices, .relation, .relations: return true
        case .scalar: return base != .json
        case .list(let element): return element.isFacetable(base: base)
        default: return false
        }
    }

    /// Whether the type supports a hierarchical facet.
    var hasLevels: Bool {
        switch self {
        case .text, .list(.text): return true
        default: return false
        }
    }
}

extension SchemaResolver {
    /// Checks that a sortable field has a single value with an order.
    func checkSortable(_ declared: DeclaredField, type: FieldType, base: Scalar.Base?) {
        guard let location = declared.sortableLocation, !type.isSortable(base: base) else { return }
        diagnostics.error(
            .notSortable, "items cannot be sorted by a field of type \(quoted(type.spelling))", at: location)
    }
}

extension FieldType {
    /// Whether the type supports `sortable`.
    public func isSortable(base: Scalar.Base? = nil) -> Bool {
        switch self {
        case .text, .longText, .integer, .number, .boolean, .date, .time, .dateTime, .url, .color, .choice:
            return true
        case .scalar:
            return base != .json
        default:
            return false
        }
    }
}

extension SchemaResolver {
    /// Checks that only texts and links are localized. Numbers and relations are the same in all locales.
    func checkLocalized(_ declared: DeclaredField, _ type: FieldType) {
        guard let location = declared.localizedLocation else { return }
        if case .localizedText = type {
            diagnostics.error(
                .notLocalizable,
                "a field of type 'localizedText' holds every locale already; leave 'localized' out",
                at: location)
            return
        }
        if !type.isLocalizable {
            diagnostics.error(
                .notLocalizable, "a field of type \(quoted(type.spelling)) cannot differ by locale",
                at: location)
            return
        }
        if declarations.locales.isEmpty, !declarations.isIncomplete {
            diagnostics.error(
                .localizedWithoutLocales,
                "'localized' needs the schema's 'locales': \"locales\": [\"en\", \"fr\"]",
                at: location)
        }
    }
}

extension FieldType {
    /// Whether the type supports `localized`.
    public var isLocalizable: Bool {
        switch self {
        case .text, .longText, .html, .url, .image, .video, .audio, .document: return true
        case .list(let element): return element.isLocalizable
        default: return false
        }
    }
}

extension SchemaResolver {
    /// Reports the sortable members of listed objects, of which an item has any number of values.
    func checkListedMembers(_ declared: [DeclaredField]) {
        for field in declared {
            if let location = field.sortableLocation {
                diagnostics.error(
                    .notSortable,
                    "items cannot be sorted by a member of listed objects, because an item has any number of them",
                    at: location)
            }
            // Those of a list are reported with it.
            if let type = field.type, type.name.text == "object" { checkListedMembers(type.fields) }
        }
    }

    /// Reports a member whose path is also the name of a field, or the path of another member.
    func checkPaths(_ fields: [Field]) {
        var taken: [String: (what: String, location: SourceLocation)] = [:]
        for field in fields { taken[field.name] = ("the field", field.nameLocation) }
        for (path, member) in fields.flatMap({ $0.queryableMembers(after: "") }) {
            if let other = taken[path] {
                diagnostics.error(
                    .duplicateName,
                    "\(quoted(path)) names both \(other.what) and this member of an object; rename one of them",
                    at: member.nameLocation, note: "\(other.what) is here", noteAt: other.location)
            } else {
                taken[path] = ("another member", member.nameLocation)
            }
        }
    }
}

extension Field {
    /// Whether queries see the field as a member of an object: it has operators, an order, a facet or full text.
    public var isQueryable: Bool {
        operatorsAreExplicit || sortable || facet != nil || searchable != nil
    }

    /// The members of the field's objects that queries see, by their paths: names joined by dots.
    package func queryableMembers(after path: String) -> [(path: String, member: Field)] {
        (type.objectFields ?? []).flatMap { member in
            let place = path + name + "."
            return (member.isQueryable ? [(place + member.name, member)] : [])
                + member.queryableMembers(after: place)
        }
    }
}

extension FieldType {
    /// The fields of an object, or of the objects in a list.
    package var objectFields: [Field]? {
        switch self {
        case .object(let fields): fields
        case .list(let element): element.objectFields
        default: nil
        }
    }
}
