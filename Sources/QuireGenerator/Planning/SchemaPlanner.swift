import QuireSchema

/// Chooses all names and types of a schema.
struct SchemaPlanner {
    let schema: Schema
    private(set) var diagnostics: [Diagnostic] = []

    private var topLevel = NameScope("")
    /// The Swift names of modules and shared enumerations, and the types of scalars, by wire name.
    private var moduleNames: [String: String] = [:]
    private var enumerationNames: [String: String] = [:]
    private var scalars: [String: Scalar] = [:]
    private var operatorSets: [String: OperatorSetPlan] = [:]
    private var sharedChoices: [String: ChoicePlan] = [:]

    init(_ schema: Schema) { self.schema = schema }

    mutating func plan() -> SchemaPlan {
        planTopLevel()
        var choices: [ChoicePlan] = []
        for enumeration in schema.enumerations {
            choices.append(
                planChoice(
                    name: enumerationNames[enumeration.name] ?? enumeration.name, wireName: enumeration.name,
                    values: enumeration.values, isClosed: enumeration.closed,
                    description: enumeration.description, deprecated: enumeration.deprecated,
                    place: "of the enumeration \(quoted(enumeration.name))"))
            sharedChoices[enumeration.name] = choices.last
        }
        var modules: [ModulePlan] = []
        for module in schema.modules { modules.append(planModule(module)) }
        // After all other names, so that no former name takes one of them.
        for index in modules.indices { planFormerNames(of: &modules[index]) }
        var imports: [String: String] = [:]
        for scalar in schema.scalars {
            if let imported = scalar.importedModule { imports[scalar.swiftType] = imported }
        }
        return SchemaPlan(
            access: schema.access, modules: modules, choices: choices,
            operatorSets: operatorSets.values.sorted { $0.name < $1.name }, locales: orderedLocales,
            imports: imports, topLevelNames: topLevel.names)
    }

    private var orderedLocales: [Locale] {
        schema.locales.filter { $0.name == schema.defaultLocale }
            + schema.locales.filter { $0.name != schema.defaultLocale }
    }

    private mutating func planTopLevel() {
        _ = topLevel.claim("ContentSchema", for: "the generated index", at: nil)
        for scalar in schema.scalars { scalars[scalar.name] = scalar }
        for module in schema.modules {
            let name = ReservedNames.typeName(
                module.swiftName ?? SwiftName.upperCamel(module.name), suffix: "Module")
            moduleNames[module.name] = name
            claim(
                name, for: "the module \(quoted(module.name))",
                at: module.swiftNameLocation ?? module.nameLocation)
            if module.swiftName == nil {
                warnOfHiding(name, "module \(quoted(module.name))", suffix: "Module", at: module.nameLocation)
            }
        }
        for enumeration in schema.enumerations {
            let name = ReservedNames.typeName(
                enumeration.swiftName ?? SwiftName.upperCamel(enumeration.name), suffix: "Choice")
            enumerationNames[enumeration.name] = name
            claim(
                name, for: "the enumeration \(quoted(enumeration.name))",
                at: enumeration.swiftNameLocation ?? enumeration.nameLocation)
            if enumeration.swiftName == nil {
                warnOfHiding(
                    name, "enum \(quoted(enumeration.name))", suffix: "Choice", at: enumeration.nameLocation)
            }
        }
        for module in schema.modules {
            guard let item = module.item else { continue }
            claim(
                ReservedNames.typeName(item, suffix: "Item"),
                for: "the item of the module \(quoted(module.name))",
                at: module.itemLocation ?? module.nameLocation)
            warnOfHiding(
                item, "item of the module \(quoted(module.name))", suffix: "Item", key: "item",
                at: module.itemLocation ?? module.nameLocation)
        }
        for scalar in schema.scalars { checkHidden(scalar) }
    }

    /// Warns about a name that the app's files use for something else.
    private mutating func warnOfHiding(
        _ name: String, _ what: String, suffix: String, key: String = "swiftName", at location: SourceLocation
    ) {
        guard let owner = HiddenTypes.owner(of: name) else { return }
        let substitute = HiddenTypes.substitute(for: name, suffix: suffix)
        diagnostics.append(
            Diagnostic(
                .warning, DiagnosticCode.hiddenType.rawValue,
                message:
                    "the \(what) becomes '\(name)' in Swift, which hides \(owner)'s '\(name)' in files that use both; "
                    + "give it another name: \"\(key)\": \"\(substitute)\"",
                at: location))
    }

    /// Reports a scalar whose Swift type is hidden from the generated code.
    private mutating func checkHidden(_ scalar: Scalar) {
        let parts = scalar.swiftType.split(separator: ".")
        guard let first = parts.first.map(String.init), let owner = topLevel.owner(of: first) else { return }
        diagnostics.append(
            Diagnostic(
                .error, DiagnosticCode.nameCollision.rawValue,
                message:
                    "\(owner.what) gets the Swift name '\(first)', which is the 'swiftType' of the scalar "
                    + "\(quoted(scalar.name)); give it a \"swiftName\" of its own",
                at: owner.location ?? scalar.nameLocation,
                notes: [Diagnostic.Note("the scalar \(quoted(scalar.name)) is here", at: scalar.nameLocation)]
            ))
    }

    private mutating func claim(_ name: String, for what: String, at location: SourceLocation) {
        if let diagnostic = topLevel.claim(name, for: what, at: location) { diagnostics.append(diagnostic) }
    }

    /// Plans the names that a module had, except those that would hide a type.
    private mutating func planFormerNames(of module: inout ModulePlan) {
        for former in module.module.formerNames {
            let name = ReservedNames.typeName(SwiftName.upperCamel(former.name), suffix: "Module")
            let isScalar = scalars.values.contains {
                $0.swiftType.split(separator: ".").first.map(String.init) == name
            }
            guard !isScalar, HiddenTypes.owner(of: name) == nil, topLevel.take(name) else { continue }
            module.formerNames.append(name)
        }
    }

    private mutating func planModule(_ module: Module) -> ModulePlan {
        // Names that the module's code uses without a qualifier. Nested types must not hide them.
        var references: Set<String> = [moduleNames[module.name] ?? module.name]
        collectReferences(module.fields, into: &references)
        if let item = module.item { references.insert(item) }
        let root = planRecord(
            module.fields, place: "of the module \(quoted(module.name))", references: &references, path: "")
        return ModulePlan(
            module: module, name: moduleNames[module.name] ?? module.name,
            item: module.item.map { ReservedNames.typeName($0, suffix: "Item") }, root: root)
    }

    private func collectReferences(_ fields: [Field], into references: inout Set<String>) {
        for field in fields { collectReferences(field.type, into: &references) }
    }

    private func collectReferences(_ type: FieldType, into references: inout Set<String>) {
        switch type {
        case .relation(let module), .relations(let module):
            references.insert(moduleNames[module] ?? module)
        case .choice(.shared(let name)), .choices(.shared(let name)):
            references.insert(enumerationNames[name] ?? name)
        case .scalar(let name):
            if let first = scalars[name]?.swiftType.split(separator: ".").first {
                references.insert(String(first))
            }
        case .list(let element): collectReferences(element, into: &references)
        case .object(let fields): collectReferences(fields, into: &references)
        default: break
        }
    }

    /// - Parameter references: The names used by the code of the module and of the types around this record.
    private mutating func planRecord(
        _ fields: [Field], place: String, references: inout Set<String>, path: String
    ) -> RecordPlan {
        var properties = NameScope(place)
        var types = NameScope(place)
        var record = RecordPlan(fields: [], choices: [], objects: [])
        for (index, field) in fields.enumerated() {
            let what = "the field \(quoted(field.name))"
            let location = field.swiftNameLocation ?? field.nameLocation
            let name = ReservedNames.propertyName(
                field.swiftName ?? SwiftName.lowerCamel(field.name), isMember: path.isEmpty)
            if let diagnostic = properties.claim(name, for: what, at: location) {
                diagnostics.append(diagnostic)
            }
            var nested: String?
            var choice = field.type.sharedChoice.flatMap { sharedChoices[$0] }
            func nestedName(_ suffix: String) -> String {
                ReservedNames.typeName(
                    SwiftName.upperCamel(field.swiftName ?? field.name), suffix: suffix, also: references)
            }
            if let (values, closed) = field.type.inlineChoice {
                let type = nestedName("Choice")
                nested = type
                let planned = planChoice(
                    name: type, wireName: field.name, values: values, isClosed: closed,
                    description: field.description, deprecated: nil,
                    place: "of the field \(quoted(field.name)) \(place)")
                record.choices.append(planned)
                choice = planned
            } else if let members = field.type.members {
                let type = nestedName("Object")
                nested = type
                let isNew = references.insert(type).inserted
                let inner = planRecord(
                    members, place: "of \(quoted(path + field.name)) \(place)", references: &references,
                    path: path + field.name + ".")
                if isNew { references.remove(type) }
                record.objects.append(
                    ObjectPlan(name: type, index: index, description: field.description, record: inner))
            }
            if let nested, let diagnostic = types.claim(nested, for: "the type of \(what)", at: location),
                properties.count == record.fields.count + 1
            {
                diagnostics.append(diagnostic)
            }
            record.fields.append(
                FieldPlan(
                    field: field, name: name, type: type(of: field, nested: nested),
                    operators: planOperators(of: field), choice: choice))
        }
        for index in record.fields.indices {
            record.fields[index].formerNames = Self.formerNames(
                of: record.fields[index].field, in: &properties, isMember: path.isEmpty)
        }
        return record
    }

    private mutating func planChoice(
        name: String, wireName: String, values: [ChoiceValue], isClosed: Bool, description: String?,
        deprecated: Deprecation?, place: String
    ) -> ChoicePlan {
        var scope = NameScope(place)
        var planned: [(name: String, value: ChoiceValue)] = []
        var positions: [String: Int] = [:]
        for (position, value) in values.enumerated() {
            let name = ReservedNames.valueName(value.swiftName ?? SwiftName.lowerCamel(value.raw))
            let location = value.swiftNameLocation ?? value.location
            if let diagnostic = scope.claim(name, for: "the value \(quoted(value.raw))", at: location) {
                diagnostics.append(diagnostic)
            }
            planned.append((name, value))
            positions[value.raw] = position
        }
        var choice = ChoicePlan(
            name: name, isClosed: isClosed, description: description, deprecated: deprecated, values: planned,
            positions: positions, wireName: wireName)
        choice.formerNames = Self.formerNames(of: planned, in: &scope)
        return choice
    }

    /// The runtime's set if there is one, otherwise a generated one.
    private mutating func planOperators(of field: Field) -> OperatorsPlan {
        let operators = Operator.allCases.filter { $0 != .isNull && field.operators.contains($0) }
        if let shipped = ShippedOperators.name(of: Set(operators), type: field.type) {
            return OperatorsPlan(
                set: shipped, isShipped: true, isSortable: field.sortable, isFacet: field.facet != nil,
                isSearchable: field.searchable != nil)
        }
        let name = operators.compactMap(\.typeName).joined() + "Operators"
        if operatorSets[name] == nil {
            operatorSets[name] = OperatorSetPlan(name: name, operators: operators)
            claim(name, for: "the operator set of the field \(quoted(field.name))", at: field.nameLocation)
        }
        return OperatorsPlan(
            set: name, isShipped: false, isSortable: field.sortable, isFacet: field.facet != nil,
            isSearchable: field.searchable != nil)
    }

    private func type(of field: Field, nested: String?) -> ValueType {
        let type = type(of: field.type, nested: nested)
        return field.required || type.isArray ? type : .optional(type)
    }

    private func type(of type: FieldType, nested: String?) -> ValueType {
        switch type {
        case .text, .longText, .html: return .swift("String")
        case .integer: return .swift("Int")
        case .number: return .swift("Double")
        case .boolean: return .swift("Bool")
        case .date, .time, .dateTime: return .date
        case .url, .image, .video, .audio, .document: return .quire("ContentURL")
        case .color: return .quire("HexColor")
        case .geopoint: return .quire("GeoPoint")
        case .json: return .quire("JSONValue")
        case .localizedText: return .quire("LocalizedText")
        case .choice(let choices): return .named(nested ?? sharedName(choices))
        case .choices(let choices): return .array(.named(nested ?? sharedName(choices)))
        case .list(let element): return .array(self.type(of: element, nested: nested))
        case .object: return .named(nested ?? "")
        case .relation(let module): return .relation(to: moduleNames[module] ?? module)
        case .relations(let module): return .array(.relation(to: moduleNames[module] ?? module))
        case .scalar(let name): return .named(scalars[name]?.swiftType ?? name)
        }
    }

    private func sharedName(_ choices: ChoiceSet) -> String {
        if case .shared(let name) = choices { return enumerationNames[name] ?? name }
        return ""
    }
}

extension FieldType {
    /// The values of an inline choice.
    var inlineChoice: (values: [ChoiceValue], closed: Bool)? {
        switch self {
        case .choice(.inline(let values, let closed)), .choices(.inline(let values, let closed)):
            return (values, closed)
        case .list(let element): return element.inlineChoice
        default: return nil
        }
    }

    /// The shared enumeration of a choice.
    var sharedChoice: String? {
        switch self {
        case .choice(.shared(let name)), .choices(.shared(let name)): return name
        case .list(let element): return element.sharedChoice
        default: return nil
        }
    }

    /// The members of an object, or of a list of objects.
    var members: [Field]? {
        switch self {
        case .object(let fields): return fields
        case .list(let element): return element.members
        default: return nil
        }
    }
}
