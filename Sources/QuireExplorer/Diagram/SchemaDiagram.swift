import QuireSchema

/// The modules, fields and relations of a schema, as a diagram shows them.
package struct SchemaDiagram {
    package struct Row: Hashable {
        package var name: String
        /// The type's name; in a list, the name of its elements.
        package var type: String
        package var isList: Bool
        package var isRequired: Bool
    }

    package struct Box: Hashable {
        package var name: String
        package var rows: [Row]
    }

    /// A relation from a field to a module.
    package struct Arrow: Hashable {
        /// The indexes of the boxes and of the row.
        package var source: Int
        package var row: Int
        package var target: Int
        /// The path of the field, with that of its object: `address.country`.
        package var name: String
        /// Whether an item is related to any number of items.
        package var isList: Bool
        package var isRequired: Bool
    }

    package private(set) var boxes: [Box] = []
    package private(set) var arrows: [Arrow] = []

    package init(_ schema: Schema) {
        let indexes = Dictionary(schema.modules.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for (source, module) in schema.modules.enumerated() {
            boxes.append(Box(name: module.name, rows: module.fields.map(Self.row)))
            for (row, field) in module.fields.enumerated() {
                for relation in Self.relations(field, field.type, path: field.name, isList: false) {
                    guard let target = indexes[relation.module] else { continue }
                    arrows.append(
                        Arrow(
                            source: source, row: row, target: target, name: relation.path,
                            isList: relation.isList, isRequired: relation.isRequired))
                }
            }
        }
    }

    private static func row(_ field: Field) -> Row {
        var type = field.type
        var isList = false
        if case .list(let element) = type {
            type = element
            isList = true
        }
        switch type {
        case .choices: isList = true
        case .relations: isList = true
        default: break
        }
        return Row(name: field.name, type: label(type), isList: isList, isRequired: field.required)
    }

    private static func label(_ type: FieldType) -> String {
        switch type {
        case .choices: "choice"
        case .relations: "relation"
        case .scalar(let name): name
        case .list(let element): label(element)
        default: type.name
        }
    }

    private struct Relation {
        var module: String
        var path: String
        var isList: Bool
        var isRequired: Bool
    }

    /// The relations of a field, including those in its objects.
    private static func relations(
        _ field: Field, _ type: FieldType, path: String, isList: Bool
    ) -> [Relation] {
        switch type {
        case .relation(let module):
            [Relation(module: module, path: path, isList: isList, isRequired: field.required)]
        case .relations(let module):
            [Relation(module: module, path: path, isList: true, isRequired: field.required)]
        case .list(let element): relations(field, element, path: path, isList: true)
        case .object(let fields):
            fields.flatMap { relations($0, $0.type, path: path + "." + $0.name, isList: isList) }
        default: []
        }
    }
}
