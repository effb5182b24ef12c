/// Every key of the format.
enum Key: String, CaseIterable {
    case schema = "$schema"
    case comment = "$comment"
    case quire, access, locales, mixins, enums, scalars, modules
    case name, swiftName, id, item, description, deprecated, single, fields
    case type, required, `default`, operators, sortable, facet, searchable, localized
    case format, of, values, closed, `enum`, module, scalar
    case fallbacks, swiftType, `import`, base

    static let document: [Key] = [
        .schema, .comment, .quire, .access, .locales, .mixins, .enums, .scalars, .modules,
    ]
    static let moduleKeys: [Key] = [
        .comment, .name, .swiftName, .id, .item, .description, .deprecated, .single, .mixins, .fields,
    ]
    static let mixinKeys: [Key] = [.comment, .name, .description, .mixins, .fields]
    static let enumKeys: [Key] = [.comment, .name, .swiftName, .description, .deprecated, .values, .closed]
    static let valueKeys: [Key] = [.comment, .name, .swiftName, .description, .deprecated]
    static let scalarKeys: [Key] = [.comment, .name, .swiftType, .import, .base, .description, .deprecated]
    static let localeKeys: [Key] = [.comment, .name, .fallbacks, .default]
    static let typeKeys: [Key] = [.format, .of, .fields, .values, .closed, .enum, .module, .scalar]
    static let elementKeys: [Key] = [.comment, .type] + typeKeys
    /// What only a module's own field can have.
    static let queryKeys: [Key] = [.operators, .sortable, .facet, .searchable, .localized]
    static let fieldKeys: [Key] =
        [.comment, .name, .swiftName, .type, .required, .default, .description, .deprecated] + queryKeys
        + typeKeys
}
