extension SchemaReader {
    /// Reads the fields of a module, a mixin or, at a depth above 0, of an object.
    mutating func readFields(_ members: Members, objectDepth: Int) -> [DeclaredField] {
        var fields: [DeclaredField] = []
        for element in array(members, .fields) ?? [] {
            if let field = readField(element, objectDepth: objectDepth) { fields.append(field) }
        }
        return fields
    }

    private mutating func readField(_ value: JSONValue, objectDepth: Int) -> DeclaredField? {
        guard let members = members(of: value, "a field", SchemaKey.fieldKeys) else { return nil }
        let name = readName(members, "a field")
        let swiftName = readSwiftName(members, .swiftName)
        // `json` is a placeholder for a type that cannot be read. Such a field is never generated.
        var field = Field(
            name: name?.text ?? "", swiftName: swiftName?.text, type: .json,
            required: boolean(members, .required),
            description: text(members, .description), deprecated: deprecation(members),
            location: value.location,
            nameLocation: name?.location, swiftNameLocation: swiftName?.location)
        field.formerNames = readFormerNames(members, of: "a field")
        if members[.type] == nil { reportMissing(.type, in: members, "a field") }
        var declared = DeclaredField(field: field, defaultValue: members[.default])
        declared.type = readType(members, objectDepth: objectDepth)
        declared.constraints = readConstraints(members)
        readQueryKeys(members, &declared, isMember: objectDepth > 0)
        if objectDepth > 0 { reportKeysOfModules(members) }
        return declared
    }

    /// Reads the keys about queries.
    private func readQueryKeys(_ members: Members, _ declared: inout DeclaredField, isMember: Bool) {
        if let elements = array(members, .operators) { declared.operators = readOperators(elements) }
        declared.field.operatorsAreExplicit = declared.operators != nil
        if boolean(members, .sortable) {
            declared.field.sortable = true
            declared.sortableLocation = members[.sortable]?.location
        }
        if let facet = word(members, .facet, as: Facet.self) {
            declared.field.facet = facet
            declared.facetLocation = members[.facet]?.location
        }
        if let weight = searchWeight(members) {
            declared.field.searchable = weight
            declared.searchableLocation = members[.searchable]?.location
        }
        if !isMember, boolean(members, .localized) {
            declared.field.localized = true
            declared.localizedLocation = members[.localized]?.location
        }
    }

    /// Reports keys that only a module's own field can have.
    private func reportKeysOfModules(_ members: Members) {
        for entry in members.entries where entry.key == .unique || entry.key == .localized {
            diagnostics.error(
                .notInObject,
                "\(quoted(entry.key.name)) cannot be used inside an object; only a module's own field can be "
                    + "\(entry.key.name)",
                at: entry.keyValue.location)
        }
    }

    /// `true`, or a weight above 0 and up to 1000.
    private func searchWeight(_ members: Members) -> Double? {
        guard let value = members[.searchable] else { return nil }
        if let boolean = value.boolean { return boolean ? 1 : nil }
        guard let weight = value.number else {
            reportType(of: value, "'searchable' must be true, false or a weight")
            return nil
        }
        if weight > 0, weight <= 1000 { return weight }
        diagnostics.error(
            .wrongValue, "the weight of 'searchable' must be above 0 and at most 1000", at: value.location)
        return nil
    }
}

extension SchemaReader {
    /// Reads a list of operators. Unknown ones are reported and skipped.
    func readOperators(_ elements: [JSONValue]) -> [LocatedOperator] {
        var operators: [LocatedOperator] = []
        for element in elements {
            guard let text = element.string else {
                reportType(of: element, "an operator must be a text")
                continue
            }
            guard let value = Operator(rawValue: text), value != .isNull else {
                reportUnknownOperator(text, element.location)
                continue
            }
            if let earlier = operators.first(where: { $0.value == value }) {
                diagnostics.warning(
                    .duplicateOperator, "the operator \(quoted(text)) is listed twice", at: element.location,
                    note: "it is listed here first", noteAt: earlier.location)
                continue
            }
            operators.append(LocatedOperator(value: value, location: element.location))
        }
        return operators
    }

    private func reportUnknownOperator(_ text: String, _ location: SourceLocation) {
        if text == Operator.isNull.rawValue {
            diagnostics.error(
                .unknownOperator,
                "'isNull' is not listed: every field has it that is not required; [] allows nothing else",
                at: location)
            return
        }
        let legal = Operator.allCases.map(\.rawValue).filter { $0 != Operator.isNull.rawValue }
        diagnostics.error(
            .unknownOperator,
            "unknown operator \(quoted(text))"
                + suggestion(for: text, among: legal, otherNames: Operator.otherNames),
            at: location)
    }
}

extension Operator {
    /// The operators of other languages with their names here.
    static let otherNames: [String: String] = {
        let names = [
            "=": "== === eq is equal equals", "!=": "<> !== ne neq notequal not_eq not",
            "<": "lt less", "<=": "lte le lessorequal =<", ">": "gt greater",
            ">=": "gte ge greaterorequal =>", "!in": "notin nin not_in",
            "hasPrefix": "startswith prefix beginswith",
            "hasSuffix": "endswith suffix",
        ]
        var meant: [String: String] = ["not in": "!in"]
        for (name, others) in names {
            for other in others.split(separator: " ") { meant[String(other)] = name }
        }
        return meant
    }()
}

/// The constraints of a field, with their locations.
struct DeclaredConstraints {
    var values = Constraints()
    /// The keys in their order.
    var locations: [(key: SchemaKey, location: SourceLocation)] = []

    func location(of key: SchemaKey) -> SourceLocation? { locations.first { $0.key == key }?.location }
}

extension SchemaReader {
    /// The greatest length and number of items that a constraint can name.
    static let greatestLength: Int64 = 1_000_000_000

    /// Reads the constraints of a field, or `nil` if it has none.
    func readConstraints(_ members: Members) -> DeclaredConstraints? {
        guard members.hasAny(of: SchemaKey.constraintKeys) else { return nil }
        var declared = DeclaredConstraints()
        declared.values.unique = boolean(members, .unique)
        declared.values.minimum = bound(members, .minimum)
        declared.values.maximum = bound(members, .maximum)
        declared.values.minLength = length(members, .minLength)
        declared.values.maxLength = length(members, .maxLength)
        declared.values.minItems = length(members, .minItems)
        declared.values.maxItems = length(members, .maxItems)
        declared.values.pattern = text(members, .pattern)
        for entry in members.entries where SchemaKey.constraintKeys.contains(entry.key) {
            if entry.key == .unique, !declared.values.unique { continue }
            declared.locations.append((entry.key, entry.value.location))
        }
        return declared
    }

    private func bound(_ members: Members, _ key: SchemaKey) -> NumberBound? {
        guard let value = members[key] else { return nil }
        if let integer = value.integer { return .integer(integer) }
        if let number = value.number { return .number(number) }
        reportType(of: value, "\(quoted(key.name)) must be a number")
        return nil
    }

    private func length(_ members: Members, _ key: SchemaKey) -> Int? {
        guard let value = members[key] else { return nil }
        guard let integer = value.integer else {
            reportType(of: value, "\(quoted(key.name)) must be a whole number")
            return nil
        }
        guard (0...SchemaReader.greatestLength).contains(integer) else {
            diagnostics.error(
                .invalidConstraint, "\(quoted(key.name)) must be from 0 to \(SchemaReader.greatestLength)",
                at: value.location)
            return nil
        }
        return Int(integer)
    }
}
