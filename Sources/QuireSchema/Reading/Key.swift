/// The keys of the format.
enum Key: UInt8, CaseIterable {
    case schema, comment
    case quire, access, locales, mixins, enums, scalars, modules
    case name, swiftName, id, item, description, deprecated, single, ranking, popularity, fields
    case synonyms, search, finds, embedding, dimensions, model
    case was
    case type, required, `default`, operators, sortable, facet, searchable, localized
    case format, of, values, closed, `enum`, module, scalar
    case fallbacks, swiftType, `import`, base
    case unique, minimum, maximum, minLength, maxLength, pattern, minItems, maxItems

    /// The spelling of the key in a schema.
    var name: String { Key.names[Int(rawValue)] }

    private static let names: [String] = allCases.map { key in
        key == .schema || key == .comment ? "$\(key)" : "\(key)"
    }

    /// All keys by their names.
    static let byName: [String: Key] = {
        var keys: [String: Key] = [:]
        for key in allCases { keys[key.name] = key }
        return keys
    }()

    /// The keys of other formats with their names here.
    static let otherNames: [String: Key] = [
        "kind": .type, "options": .values, "choices": .values, "cases": .values, "items": .of, "element": .of,
        "elements": .of, "to": .module, "target": .module, "properties": .fields, "attributes": .fields,
        "members": .fields, "comment": .comment, "filterable": .operators, "filters": .operators,
        "mandatory": .required, "version": .quire,
        "doc": .description, "help": .description, "weight": .searchable, "translatable": .localized,
        "collections": .modules, "order": .sortable, "extends": .mixins,
        "min": .minimum, "max": .maximum, "minimumLength": .minLength, "maximumLength": .maxLength,
        "regex": .pattern, "matches": .pattern, "isUnique": .unique,
        "renamedfrom": .was, "formernames": .was, "oldnames": .was, "previously": .was, "aliases": .was,
    ]

    // In unoptimized builds, the standard library's comparison of raw values is a generic call.
    static func == (left: Key, right: Key) -> Bool { left.rawValue == right.rawValue }

    static let document: [Key] = [
        .schema, .comment, .quire, .access, .locales, .mixins, .enums, .scalars, .modules,
    ]
    static let moduleKeys: [Key] = [
        .comment, .name, .was, .swiftName, .id, .item, .description, .deprecated, .single, .ranking,
        .synonyms, .embedding,
        .mixins, .fields,
    ]
    static let rankingKeys: [Key] = [.comment, .popularity]
    static let synonymKeys: [Key] = [.comment, .search, .finds]
    static let embeddingKeys: [Key] = [.comment, .of, .dimensions, .model]
    static let mixinKeys: [Key] = [.comment, .name, .description, .mixins, .fields]
    static let enumKeys: [Key] = [.comment, .name, .swiftName, .description, .deprecated, .values, .closed]
    static let valueKeys: [Key] = [.comment, .name, .was, .swiftName, .description, .deprecated]
    static let scalarKeys: [Key] = [.comment, .name, .swiftType, .import, .base, .description, .deprecated]
    static let localeKeys: [Key] = [.comment, .name, .fallbacks, .default]
    static let typeKeys: [Key] = [.format, .of, .fields, .values, .closed, .enum, .module, .scalar]
    static let elementKeys: [Key] = [.comment, .type] + typeKeys
    /// Keys about queries.
    static let queryKeys: [Key] = [.operators, .sortable, .facet, .searchable, .localized]
    static let constraintKeys: [Key] = [
        .unique, .minimum, .maximum, .minLength, .maxLength, .pattern, .minItems, .maxItems,
    ]
    static let fieldKeys: [Key] =
        [.comment, .name, .was, .swiftName, .type, .required, .default, .description, .deprecated] + queryKeys
        + typeKeys + constraintKeys
}
