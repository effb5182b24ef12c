/// The keys of the format.
enum SchemaKey: UInt8, CaseIterable {
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
    var name: String { SchemaKey.names[Int(rawValue)] }

    private static let names: [String] = allCases.map { key in
        key == .schema || key == .comment ? "$\(key)" : "\(key)"
    }

    /// All keys by their names.
    static let byName: [String: SchemaKey] = {
        var keys: [String: SchemaKey] = [:]
        for key in allCases { keys[key.name] = key }
        return keys
    }()

    /// The keys of other formats with their names here.
    static let otherNames: [String: SchemaKey] = [
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
    static func == (left: SchemaKey, right: SchemaKey) -> Bool { left.rawValue == right.rawValue }

    static let document: [SchemaKey] = [
        .schema, .comment, .quire, .access, .locales, .mixins, .enums, .scalars, .modules,
    ]
    static let moduleKeys: [SchemaKey] = [
        .comment, .name, .was, .swiftName, .id, .item, .description, .deprecated, .single, .ranking,
        .synonyms, .embedding,
        .mixins, .fields,
    ]
    static let rankingKeys: [SchemaKey] = [.comment, .popularity]
    static let synonymKeys: [SchemaKey] = [.comment, .search, .finds]
    static let embeddingKeys: [SchemaKey] = [.comment, .of, .dimensions, .model]
    static let mixinKeys: [SchemaKey] = [.comment, .name, .description, .mixins, .fields]
    static let enumKeys: [SchemaKey] = [
        .comment, .name, .swiftName, .description, .deprecated, .values, .closed,
    ]
    static let valueKeys: [SchemaKey] = [.comment, .name, .was, .swiftName, .description, .deprecated]
    static let scalarKeys: [SchemaKey] = [
        .comment, .name, .swiftType, .import, .base, .description, .deprecated,
    ]
    static let localeKeys: [SchemaKey] = [.comment, .name, .fallbacks, .default]
    static let typeKeys: [SchemaKey] = [.format, .of, .fields, .values, .closed, .enum, .module, .scalar]
    static let elementKeys: [SchemaKey] = [.comment, .type] + typeKeys
    /// Keys about queries.
    static let queryKeys: [SchemaKey] = [.operators, .sortable, .facet, .searchable, .localized]
    static let constraintKeys: [SchemaKey] = [
        .unique, .minimum, .maximum, .minLength, .maxLength, .pattern, .minItems, .maxItems,
    ]
    static let fieldKeys: [SchemaKey] =
        [.comment, .name, .was, .swiftName, .type, .required, .default, .description, .deprecated] + queryKeys
        + typeKeys + constraintKeys
}

/// The known entries of an object, by key.
struct Members {
    struct Entry {
        var key: SchemaKey
        var keyValue: JSONValue
        var value: JSONValue
    }

    let object: JSONValue
    // Stored separately, so that looking up a key touches nothing else.
    private var keys: [SchemaKey] = []
    private var keyIndexes: [Int] = []
    /// A bit for each existing key.
    private var present: UInt64 = 0

    init(object: JSONValue) { self.object = object }

    /// The first value of a key.
    subscript(key: SchemaKey) -> JSONValue? {
        if present & (1 &<< UInt64(key.rawValue)) == 0 { return nil }
        var position = 0
        let count = keys.count
        while position < count {
            if keys[position] == key {
                return JSONValue(document: object.document, index: keyIndexes[position] + 1)
            }
            position += 1
        }
        return nil
    }

    /// Whether at least one of the keys exists.
    func hasAny(of keys: [SchemaKey]) -> Bool {
        for key in keys where present & (1 &<< UInt64(key.rawValue)) != 0 { return true }
        return false
    }

    /// All entries in their order.
    var entries: [Entry] {
        var entries: [Entry] = []
        for (key, index) in zip(keys, keyIndexes) {
            let keyValue = JSONValue(document: object.document, index: index)
            entries.append(
                Entry(
                    key: key, keyValue: keyValue,
                    value: JSONValue(document: object.document, index: index + 1)))
        }
        return entries
    }

    mutating func append(_ key: SchemaKey, keyIndex: Int) {
        keys.append(key)
        present |= 1 &<< UInt64(key.rawValue)
        keyIndexes.append(keyIndex)
    }
}
