import QuireCore
import QuireRemote

/// A managed collection as PocketBase's API describes it.
struct CollectionDescription {
    let layout: CollectionLayout
    /// The ids of collections by module, for relations. A module without one has no collection.
    let targets: [String: String]

    /// The collection's id, if it is created now.
    static func newID(of name: String) -> String { "q" + SHA256.hexadecimal(of: name).prefix(14) }

    /// The fields that the collection needs, without the id.
    var fields: [JSONValue] {
        var fields: [JSONValue] = []
        for field in layout.fields {
            fields.append(Self.column(field.column, type(of: field)))
            for shadow in field.shadows {
                fields.append(
                    Self.column(
                        field.name(of: shadow),
                        shadow == .sorted ? ["type": .string("bool")] : Self.longText))
            }
            if let files = field.filesColumn {
                fields.append(
                    Self.column(files, ["type": .string("file"), "maxSelect": .integer(999)]))
            }
        }
        fields.append(
            Self.column(ColumnName.created, ["type": .string("autodate"), "onCreate": .boolean(true)]))
        fields.append(
            Self.column(
                ColumnName.updated,
                ["type": .string("autodate"), "onCreate": .boolean(true), "onUpdate": .boolean(true)]))
        var marked = layout.fields.filter(\.marksZero).map(\.column)
        if !marked.isEmpty {
            // A select of several values needs at least two.
            if marked.count == 1 { marked.append(ColumnName.present) }
            fields.append(
                Self.column(
                    ColumnName.present,
                    [
                        "type": .string("select"), "values": .texts(marked),
                        "maxSelect": .count(marked.count),
                    ]))
        }
        fields.append(Self.column(ColumnName.metadata, Self.longJSON))
        fields.append(Self.column(ColumnName.revision, ["type": .string("number")]))
        return fields
    }

    /// A new collection. Only superusers may use it, until it gets rules.
    var new: JSONValue {
        .of([
            "id": .string(Self.newID(of: layout.name)), "name": .string(layout.name), "type": .string("base"),
            "fields": .array([Self.id] + fields.map(Self.withNewID)), "indexes": .texts([index]),
        ])
    }

    /// The index that reading the changes since a moment needs.
    var index: String {
        "CREATE INDEX `quire_updated_\(layout.name)` ON `\(layout.name)` (`updated`, `id`)"
    }

    /// A field with an id, which stays when the field is renamed.
    static func withNewID(_ field: JSONValue) -> JSONValue {
        field.setting(
            "id", .string("q" + SHA256.hexadecimal(of: field.member("name")?.string ?? "").prefix(14)))
    }

    // MARK: - Types

    private static let longText: KeyValuePairs<String, JSONValue> = [
        "type": .string("text"), "max": .integer(10_000_000),
    ]
    private static let longJSON: KeyValuePairs<String, JSONValue> = [
        "type": .string("json"), "maxSize": .integer(20_000_000),
    ]

    private static func column(_ name: String, _ options: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object([.init("name", .string(name))] + options.map { .init($0.key, $0.value) })
    }

    /// Own ids of 1 to 100 letters, digits, `-` and `_`.
    private static let id = JSONValue.of([
        "name": .string("id"), "type": .string("text"), "primaryKey": .boolean(true),
        "required": .boolean(true),
        "system": .boolean(true), "min": .integer(1), "max": .integer(100),
        "pattern": .string("^[A-Za-z0-9_\\-]+$"), "autogeneratePattern": .string("[a-z0-9]{15}"),
    ])

    private func type(of field: RecordField) -> KeyValuePairs<String, JSONValue> {
        switch field.storage {
        case .text:
            if field.kind == .html { return ["type": .string("editor"), "maxSize": .integer(20_000_000)] }
            guard field.kind == .choice, let values = Self.selectable(field) else { return Self.longText }
            return ["type": .string("select"), "values": .texts(values), "maxSelect": .integer(1)]
        case .number: return ["type": .string("number")]
        case .integer: return ["type": .string("number"), "onlyInt": .boolean(true)]
        case .boolean: return ["type": .string("bool")]
        case .date: return ["type": .string("date")]
        case .place: return ["type": .string("geoPoint")]
        case .file: return ["type": .string("file"), "maxSelect": .integer(1)]
        case .relation, .relations:
            guard case .relation(let module) = field.kind.listElement ?? field.kind,
                let target = targets[module]
            else { return field.storage == .relation ? Self.longText : Self.longJSON }
            return [
                "type": .string("relation"), "collectionId": .string(target),
                "cascadeDelete": .boolean(false),
                "maxSelect": .integer(field.storage == .relation ? 1 : 999),
            ]
        case .list, .json, .files, .choices: return Self.longJSON
        }
    }

    /// The values of a closed list, if a select can have them.
    private static func selectable(_ field: RecordField) -> [String]? {
        guard let values = field.descriptor.closedValues, !values.isEmpty, !values.contains("") else {
            return nil
        }
        return values
    }
}
