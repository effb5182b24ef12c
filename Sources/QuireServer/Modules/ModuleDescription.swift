import QuireCore

/// A module and its fields in HALO's format.
struct ModuleDescription {
    let catalog: ModuleCatalog
    let locales: [LocaleDescriptor]
    /// When the server started; used for dates that are not set.
    let startedAt: Int64

    func json(_ module: ServedModule, withFields: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .string(module.id)), .init("name", .string(module.name)),
            .init("isSingle", .boolean(module.descriptor.isSingle)), .init("customerId", .integer(1)),
            .init("externalId", .null), .init("tags", .array([])), .init("pushTemplates", .array([])),
            .init("importers", .array([])), .init("exporters", .array([])), .init("createdBy", .null),
            .init("updatedBy", .null), .init("deletedBy", .null),
        ]
        members += dates
        if let description = module.description { members.append(.init("description", .string(description))) }
        if let locale = locales.first { members.append(.init("defaultLanguage", .string(locale.name))) }
        if withFields {
            members.append(.init("fields", .array(module.descriptor.fields.fields.map { field($0, module) })))
        }
        return .object(members)
    }

    private var dates: [JSONValue.Member] {
        [
            .init("createdAt", .integer(startedAt)), .init("updatedAt", .integer(startedAt)),
            .init("deletedAt", .null),
        ]
    }

    private func field(_ field: FieldDescriptor, _ module: ServedModule) -> JSONValue {
        .object(
            [
                .init("id", .string(StableID.make("field/\(module.name)/\(field.name)"))),
                .init("name", .string(field.name)),
                .init("description", .string(module.fieldDescriptions[field.name] ?? "")),
                .init("module", .string(module.id)), .init("format", format(field, module)),
                .init("customerId", .integer(1)), .init("isRequired", .boolean(field.isRequired)),
            ] + dates + [.init("fieldType", type(.of(field.kind).adding(field.constraints)))])
    }

    private func type(_ type: FieldTypeDescription) -> JSONValue {
        let rules = type.rules.map { rule in
            JSONValue.object([
                .init("rule", .string(rule.rule)), .init("params", .array(rule.params)),
                .init("error", .string("validator.\(rule.error)")),
            ])
        }
        return .object(
            [
                .init("id", .string(StableID.numbered(type.number))), .init("name", .string(type.name)),
                .init("isLongValue", .boolean(type.isLongValue)), .init("rules", .array(rules)),
            ] + dates)
    }

    /// The options of a field's type: choices and the default of a localized text. The module of a relation and the
    /// constraints are keys of Quire's own.
    private func format(_ field: FieldDescriptor, _ module: ServedModule) -> JSONValue {
        let format = typeFormat(field, module)
        return field.constraints.map { format.setting("constraints", $0.json) } ?? format
    }

    private func typeFormat(_ field: FieldDescriptor, _ module: ServedModule) -> JSONValue {
        switch field.kind {
        case .choice, .choices:
            let values = (module.choices[field.name]?.values ?? []).map(JSONValue.string)
            return .object([.init("values", .array(values)), .init("default", .null)])
        case .localizedText: return .object([.init("default", .string(""))])
        case .relation(let target), .relations(let target):
            return .object([.init("module", .string(catalog[name: target]?.id ?? target))])
        default: return .object([])
        }
    }
}
