import QuireCore
import QuireSchema

/// The schema as the page reads it.
enum PageSchema {
    static func response(_ reading: CurrentSchema.Reading) -> JSONValue {
        .record([
            "revision": reading.revision.json,
            "diagnostics": reading.diagnostics.map(diagnostic).json,
            "modules": reading.schema.modules.map { module($0, reading.schema.schema) }.json,
            "metadata": MetadataField.all.map(metadata).json,
            "diagram": diagram(reading.schema.schema),
        ])
    }

    static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
        .record([
            "severity": diagnostic.severity.rawValue.json, "code": diagnostic.code.json,
            "message": diagnostic.message.json, "path": diagnostic.location?.path.json,
            "line": diagnostic.location?.line.json, "column": diagnostic.location?.column.json,
            "notes": diagnostic.notes.map { "\($0.location): \($0.message)" }.json,
        ])
    }

    private static func module(_ module: ExploredModule, _ schema: Schema) -> JSONValue {
        let fields: [JSONValue] = zip(module.module.fields, module.names.fields).map {
            field($0, swiftName: $1.name, schema)
        }
        let reverse: [JSONValue] = module.reverse.map { relation in
            .record([
                "module": relation.module.json, "field": relation.field.json, "isList": relation.isList.json,
            ])
        }
        return .record([
            "name": module.name.json, "swiftName": module.names.name.json, "item": module.names.item?.json,
            "description": module.module.description?.json,
            "deprecated": deprecation(module.module.deprecated),
            "single": module.module.single.json, "titleField": module.titleField?.json,
            "fields": fields.json, "reverse": reverse.json, "location": location(module.module.location),
        ])
    }

    private static func deprecation(_ deprecation: Deprecation?) -> JSONValue? {
        deprecation.map { ($0.message ?? "").json }
    }

    private static func field(
        _ field: QuireSchema.Field, swiftName: String?, _ schema: Schema
    ) -> JSONValue {
        let type = element(field.type)
        let description: [JSONValue.Member] = [
            .init("name", field.name.json), .init("swiftName", swiftName?.json ?? .null),
            .init("type", field.type.name.json), .init("of", field.type == type ? .null : type.name.json),
            .init("isList", field.type.isList.json), .init("required", field.required.json),
            .init("description", field.description?.json ?? .null),
            .init("deprecated", deprecation(field.deprecated) ?? .null),
            .init("location", location(field.location)),
        ]
        let querying: [JSONValue.Member] = [
            .init("operators", field.operators.map(\.rawValue).json), .init("sortable", field.sortable.json),
            .init("searchable", field.searchable?.json ?? .null),
            .init("facet", field.facet?.rawValue.json ?? .null),
        ]
        let values: [JSONValue.Member] = [
            .init("localized", field.localized.json),
            .init("values", Self.values(type, schema)?.json ?? .null),
            .init("closed", isClosed(type, schema).json),
            .init("module", field.type.relatedModule?.json ?? .null),
            .init("fields", members(type, schema)?.json ?? .null),
            .init("constraints", constraints(field.constraints)),
            .init("format", dateFormat(type)?.json ?? .null),
        ]
        return .object(description + querying + values)
    }

    private static func element(_ type: FieldType) -> FieldType {
        if case .list(let element) = type { return element }
        return type
    }

    private static func choices(_ type: FieldType, _ schema: Schema) -> ([ChoiceValue], closed: Bool)? {
        switch type {
        case .choice(.inline(let values, let closed)), .choices(.inline(let values, let closed)):
            return (values, closed)
        case .choice(.shared(let name)), .choices(.shared(let name)):
            return schema.enumerations.first { $0.name == name }.map { ($0.values, $0.closed) }
        default: return nil
        }
    }

    private static func values(_ type: FieldType, _ schema: Schema) -> [JSONValue]? {
        choices(type, schema)?.0.map { value -> JSONValue in
            .record(["value": value.raw.json, "description": value.description?.json])
        }
    }

    private static func isClosed(_ type: FieldType, _ schema: Schema) -> Bool {
        choices(type, schema)?.closed ?? false
    }

    private static func members(_ type: FieldType, _ schema: Schema) -> [JSONValue]? {
        guard case .object(let fields) = type else { return nil }
        return fields.map { field($0, swiftName: nil, schema) }
    }

    private static func constraints(_ constraints: Constraints) -> JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(.init(name, value)) }
        }
        if constraints.unique { add("unique", true.json) }
        add("minimum", constraints.minimum.map(bound))
        add("maximum", constraints.maximum.map(bound))
        add("minLength", constraints.minLength?.json)
        add("maxLength", constraints.maxLength?.json)
        add("pattern", constraints.pattern?.json)
        add("minItems", constraints.minItems?.json)
        add("maxItems", constraints.maxItems?.json)
        return .object(members)
    }

    private static func bound(_ bound: QuireSchema.NumberBound) -> JSONValue {
        switch bound {
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        }
    }

    private static func dateFormat(_ type: FieldType) -> String? {
        switch type {
        case .date(let format), .time(let format), .dateTime(let format): format.rawValue
        default: nil
        }
    }

    private static func location(_ location: SourceLocation) -> JSONValue {
        .record(["path": location.path.json, "line": location.line.json, "column": location.column.json])
    }

    private static func metadata(_ field: MetadataField) -> JSONValue {
        .record([
            "name": field.name.json, "type": field.kind.rawValue.json, "isList": false.json,
            "required": false.json, "sortable": field.isQueryable.json,
            "operators": field.operators.map(\.rawValue).json,
        ])
    }

    /// The diagram's places, for the page to draw.
    private static func diagram(_ schema: Schema) -> JSONValue {
        let diagram = SchemaDiagram(schema)
        let layout = DiagramLayout(diagram)
        let boxes = zip(diagram.boxes, layout.frames).map { box($0, $1) }
        let arrows = zip(diagram.arrows, layout.lines).map { arrow($0, $1, in: diagram) }
        return .record([
            "width": layout.width.json, "height": layout.height.json, "boxes": boxes.json,
            "arrows": arrows.json,
        ])
    }

    private static func box(_ box: SchemaDiagram.Box, _ frame: DiagramLayout.Frame) -> JSONValue {
        let rows: [JSONValue] = box.rows.map { row in
            let (name, type) = DiagramLayout.label(row)
            return .record(["name": name.json, "type": type.json])
        }
        return .record([
            "module": box.name.json, "x": frame.x.json, "y": frame.y.json, "width": frame.width.json,
            "height": frame.height.json, "rows": rows.json,
        ])
    }

    private static func arrow(
        _ arrow: SchemaDiagram.Arrow, _ corners: [DiagramLayout.Point], in diagram: SchemaDiagram
    ) -> JSONValue {
        let points = corners.map { [$0.x.json, $0.y.json].json }
        return .record([
            "source": diagram.boxes[arrow.source].name.json, "field": arrow.name.json,
            "target": diagram.boxes[arrow.target].name.json, "isList": arrow.isList.json,
            "required": arrow.isRequired.json, "points": points.json,
        ])
    }
}
