extension CanonicalWriter {
    mutating func module(_ module: Module) {
        open("{")
        text("name", module.name)
        texts("was", module.formerNames.map(\.name))
        text("swiftName", module.swiftName)
        text("id", module.id)
        text("item", module.item)
        text("description", module.description)
        deprecation(module.deprecated)
        flag("single", module.single)
        if let ranking = module.ranking {
            key("ranking")
            open("{")
            text("popularity", ranking.popularity)
            close("}")
        }
        array("synonyms", module.synonyms) { $0.synonym($1) }
        if let embedding = module.embedding {
            key("embedding")
            open("{")
            texts("of", embedding.fields)
            key("dimensions")
            number(String(embedding.dimensions))
            text("model", embedding.model)
            close("}")
        }
        texts("mixins", module.mixins)
        fields(module.fields, of: nil)
        close("}")
    }

    private mutating func synonym(_ synonym: Synonym) {
        switch synonym {
        case .twoWay(let texts):
            open("[")
            for text in texts { string(text) }
            close("]")
        case .oneWay(let search, let finds):
            open("{")
            text("search", search)
            texts("finds", finds)
            close("}")
        }
    }

    mutating func scalar(_ scalar: Scalar) {
        open("{")
        text("name", scalar.name)
        text("swiftType", scalar.swiftType)
        text("import", scalar.importedModule)
        word("base", scalar.base.rawValue)
        text("description", scalar.description)
        deprecation(scalar.deprecated)
        close("}")
    }

    mutating func deprecation(_ deprecation: Deprecation?) {
        guard let deprecation else { return }
        if let message = deprecation.message { text("deprecated", message) } else { flag("deprecated", true) }
    }

    mutating func values(_ values: [ChoiceValue], closed: Bool) {
        array("values", values) { writer, value in
            if value.swiftName == nil, value.description == nil, value.deprecated == nil,
                value.formerNames.isEmpty
            {
                return writer.string(value.raw)
            }
            writer.open("{")
            writer.text("name", value.raw)
            writer.texts("was", value.formerNames.map(\.name))
            writer.text("swiftName", value.swiftName)
            writer.text("description", value.description)
            writer.deprecation(value.deprecated)
            writer.close("}")
        }
        flag("closed", closed)
    }

    /// Writes the fields declared by a mixin, a module (`nil`) or an object (`nil`) itself.
    mutating func fields(_ fields: [Field], of mixin: String?) {
        var own: [Field] = []
        for field in fields where field.mixin == mixin { own.append(field) }
        array("fields", own) { $0.field($1) }
    }

    private mutating func field(_ field: Field) {
        open("{")
        text("name", field.name)
        texts("was", field.formerNames.map(\.name))
        text("swiftName", field.swiftName)
        type(field.type)
        flag("required", field.required)
        if let value = field.defaultValue {
            key("default")
            defaultValue(value, field.type)
        }
        text("description", field.description)
        deprecation(field.deprecated)
        if field.operatorsAreExplicit { operators(field) }
        flag("sortable", field.sortable)
        word("facet", field.facet?.rawValue)
        if let weight = field.searchable {
            key("searchable")
            if weight == 1 { raw("true") } else { number(String(weight)) }
        }
        flag("localized", field.localized)
        constraints(field.constraints)
        close("}")
    }

    private mutating func operators(_ field: Field) {
        key("operators")
        open("[")
        for value in field.operators where value != .isNull { string(value.rawValue) }
        close("]")
    }

    private mutating func type(_ type: FieldType) {
        word("type", type.name)
        switch type {
        case .date(let format), .time(let format), .dateTime(let format):
            word("format", format == .epochMilliseconds ? nil : format.rawValue)
        case .list(let element):
            key("of")
            open("{")
            self.type(element)
            close("}")
        case .object(let fields):
            self.fields(fields, of: nil)
        case .choice(let choices), .choices(let choices):
            switch choices {
            case .shared(let name): text("enum", name)
            case .inline(let values, let closed): self.values(values, closed: closed)
            }
        case .relation(let module), .relations(let module):
            text("module", module)
        case .scalar(let name):
            text("scalar", name)
        default:
            break
        }
    }

    private mutating func defaultValue(_ value: DefaultValue, _ type: FieldType) {
        switch value {
        case .text(let text): string(text)
        case .integer(let integer): number(String(integer))
        case .number(let double): number(String(double))
        case .boolean(let boolean): number(boolean ? "true" : "false")
        case .date(let milliseconds): date(milliseconds, type)
        case .list(let values):
            open("[")
            for value in values { defaultValue(value, type) }
            close("]")
        }
    }

    private mutating func date(_ milliseconds: Int64, _ type: FieldType) {
        switch type {
        case .list(let element): date(milliseconds, element)
        case .date(let format), .time(let format), .dateTime(let format):
            switch format {
            case .epochMilliseconds: number(String(milliseconds))
            case .epochSeconds: number(String(milliseconds / 1000))
            case .rfc3339: string(formatRFC3339(milliseconds))
            case .dateOnly: string(formatDay(milliseconds))
            }
        default: number(String(milliseconds))
        }
    }
}
