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

/// One of HALO's field types, with the validation rules of its fields.
struct FieldTypeDescription {
    var number: Int
    var name: String
    var isLongValue: Bool
    var rules: [(rule: String, params: [JSONValue], error: Int)]

    /// HALO's type for a kind of field. A kind that HALO lacks gets the nearest type with the same JSON.
    static func of(_ kind: FieldKind) -> FieldTypeDescription {
        switch kind {
        case .text, .scalar(.text): text
        case .longText, .html: .init(number: 12, name: "Long text", isLongValue: true, rules: [isString])
        case .integer, .number, .scalar(.integer), .scalar(.number): number
        case .boolean, .scalar(.boolean):
            .init(number: 8, name: "Boolean", isLongValue: false, rules: [("custom||isStrictBoolean", [], 6)])
        case .date(.epochMilliseconds), .dateTime(.epochMilliseconds):
            .init(number: 6, name: "Date", isLongValue: false, rules: [isTimestamp])
        case .time(.epochMilliseconds):
            .init(number: 7, name: "Time", isLongValue: false, rules: [isTimestamp])
        case .date(.epochSeconds), .time(.epochSeconds), .dateTime(.epochSeconds): number
        case .date, .time, .dateTime: text
        case .url, .document: .init(number: 3, name: "Website", isLongValue: true, rules: [isURL])
        case .image: .init(number: 5, name: "Image", isLongValue: true, rules: [isURL])
        case .video: .init(number: 16, name: "Video", isLongValue: true, rules: [isURL])
        case .audio: .init(number: 21, name: "Audio", isLongValue: true, rules: [isURL])
        case .color: .init(number: 9, name: "Color", isLongValue: false, rules: [("isHexColor", [], 7)])
        case .geopoint, .json, .object:
            .init(number: 13, name: "Object", isLongValue: true, rules: [("custom||isJSONObject", [], 11)])
        case .choice:
            .init(
                number: 18, name: "Single choice", isLongValue: true,
                rules: [("custom||singleChoiceValidator", [], 16)])
        case .choices:
            .init(
                number: 17, name: "Multiple choice", isLongValue: true,
                rules: [("custom||multipleChoiceValidator", [], 15)])
        case .list:
            .init(number: 14, name: "List", isLongValue: true, rules: [("custom||isJSONArray", [], 12)])
        case .localizedText:
            .init(
                number: 15, name: "Localized text", isLongValue: true,
                rules: [
                    ("custom||isJSONObject", [], 11), ("custom||hasAllKeyLanguage", [], 13),
                    ("custom||allObjectValuesAreStringValidator", [], 14),
                ])
        case .relation: .init(number: 11, name: "Single relation", isLongValue: false, rules: [isString])
        case .relations:
            .init(
                number: 10, name: "Multiple relation", isLongValue: false,
                rules: [("custom||isRelation", [], 9)])
        }
    }

    /// HALO's maximum length of a Text in characters. A Long text has none.
    static let longestText = 1_000

    private static var text: FieldTypeDescription {
        .init(
            number: 1, name: "Text", isLongValue: false,
            rules: [isString, ("isLength", [.integer(0), .integer(Int64(longestText))], 10)])
    }

    private static var number: FieldTypeDescription {
        .init(number: 2, name: "Number", isLongValue: false, rules: [("custom||isNumber", [], 3)])
    }

    private static let isString: (String, [JSONValue], Int) = ("custom||isString", [], 8)
    private static let isTimestamp: (String, [JSONValue], Int) = ("custom||isTimestamp", [], 4)
    private static let isURL: (String, [JSONValue], Int) = ("matches", [.string("^[a-z][a-z0-9+.-]*:.+$")], 1)
}

extension FieldTypeDescription {
    /// The type with the rules that HALO has for the constraints of a field: `isLength` and `matches`.
    func adding(_ constraints: FieldConstraints?) -> FieldTypeDescription {
        guard let constraints else { return self }
        var type = self
        if constraints.minLength != nil || constraints.maxLength != nil {
            var least = constraints.minLength ?? 0
            var most = constraints.maxLength
            // The type's own limit holds too.
            if let index = type.rules.firstIndex(where: { $0.rule == "isLength" }) {
                type.rules.remove(at: index)
                most = min(most ?? Self.longestText, Self.longestText)
                least = min(least, Self.longestText)
            }
            let params = [.integer(Int64(least))] + (most.map { [JSONValue.integer(Int64($0))] } ?? [])
            type.rules.append(("isLength", params, 10))
        }
        if let pattern = constraints.pattern { type.rules.append(("matches", [.string(pattern.source)], 1)) }
        return type
    }
}

extension FieldConstraints {
    /// The constraints with their keys in the schema, for the field's `format`. HALO has no such key.
    var json: JSONValue {
        .object(
            all.map { constraint in
                let value: JSONValue =
                    switch constraint {
                    case .unique: .boolean(true)
                    case .minimum(.integer(let bound)), .maximum(.integer(let bound)): .integer(bound)
                    case .minimum(.number(let bound)), .maximum(.number(let bound)): .number(bound)
                    case .minLength(let count), .maxLength(let count), .minItems(let count),
                        .maxItems(let count):
                        .integer(Int64(count))
                    case .pattern(let source): .string(source)
                    }
                return JSONValue.Member(constraint.name, value)
            })
    }
}
