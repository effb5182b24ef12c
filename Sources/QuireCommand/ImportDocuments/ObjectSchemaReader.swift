import QuireSchema

/// Converts the schema of an object to a module, and its properties to fields.
struct ObjectSchemaReader {
    let references: SchemaReferences
    private(set) var notes: ImportNotes
    private var keywords = LeftOutKeywords()
    private var fieldCount = 0
    /// The definitions that are being unfolded, to find objects that contain themselves.
    private var open: [SchemaReferences.Key] = []

    init(references: SchemaReferences, notes: ImportNotes) {
        self.references = references
        self.notes = notes
    }

    /// Reports what was counted.
    mutating func finish() { keywords.report(to: &notes) }

    /// The module of an object; `nil` if it has no fields, which is reported.
    mutating func module(_ name: String, _ schema: JSONValue) -> ImportedModule? {
        guard notes.isName(name, of: "a schema", at: schema.location) else { return nil }
        let parts = SchemaParts(schema, references)
        open = [references.key(schema)] + parts.targets
        keywords.add(parts, as: nil)
        reportLosses(parts, quoted(name), at: schema)
        var module = ImportedModule(name: name, location: schema.location)
        module.description = parts.first("description")?.string.flatMap { $0.isEmpty ? nil : $0 }
        if parts.first("deprecated")?.boolean == true { module.deprecated = .boolean(true) }
        let properties = parts.properties
        if let id = properties.first(where: { ItemIdentity.names.contains($0.name) }) {
            notes.warn(
                "\(quoted(name)): \(quoted(id.name)) is the id of the item, so it is not a field",
                at: id.schema.location)
        }
        module.fields = fields(
            properties.filter { !ItemIdentity.names.contains($0.name) }, required: parts.required, at: name,
            depth: 0)
        if module.fields.isEmpty {
            notes.warn(
                "\(quoted(name)) has no properties that a field can hold; skipped", at: schema.location)
            return nil
        }
        return module
    }

    private mutating func fields(
        _ properties: [SchemaProperty], required: Set<String>, at path: String, depth: Int
    ) -> [ImportedField] {
        var fields: [ImportedField] = []
        for property in properties {
            let (name, schema) = (property.name, property.schema)
            guard notes.isName(name, of: "a property of \(quoted(path))", at: schema.location) else {
                continue
            }
            if fields.count == ImportLimits.fieldsOfModule {
                notes.warn(
                    "\(quoted(path)) has more properties than a module can have fields; those from here on are skipped",
                    at: schema.location)
                break
            }
            fieldCount += 1
            if fieldCount > ImportLimits.fields {
                if !notes.hasErrors {
                    notes.fail(
                        "the objects have more than \(ImportLimits.fields) fields with all that they contain. "
                            + "Choose some of them with --modules", at: schema.location)
                }
                break
            }
            fields.append(
                field(property, isRequired: required.contains(name), "\(path).\(name)", depth: depth))
        }
        return fields
    }

    private mutating func field(
        _ property: SchemaProperty, isRequired: Bool, _ path: String, depth: Int
    ) -> ImportedField {
        let schema = property.schema
        let parts = SchemaParts(property.schemas, references)
        let type = type(parts, schema, at: path, depth: depth)
        var field = ImportedField(name: property.name, type: type, location: schema.location)
        let limits = SchemaConstraints(parts, type)
        field.constraints = limits.constraints
        for limit in limits.dropped {
            notes.warn(
                "\(quoted(limit.keyword)) of \(quoted(path)) is left out: \(limit.reason)",
                at: limit.value.location)
        }
        keywords.add(parts, as: type, except: limits.keywords)
        let isWriteOnly = parts.first("writeOnly")?.boolean == true
        field.isRequired = isRequired && !parts.isNullable && !isWriteOnly
        if let text = parts.first("description")?.string, !text.isEmpty { field.description = [text] }
        if parts.first("deprecated")?.boolean == true { field.deprecated = .boolean(true) }
        if let value = parts.first("default"), value.kind != .null {
            field.defaultValue = ImportedDefault.fitting(value, type).flatMap {
                field.constraints.allow($0) ? $0 : nil
            }
            if field.defaultValue == nil {
                notes.warn(
                    "the default of \(quoted(path)) does not fit \(quoted(type.label)); skipped",
                    at: value.location)
            }
        }
        if depth == 0 { DeclaredSettings.apply(to: &field, format: parts.first("format")?.string) }
        return field
    }

    // MARK: - Types

    private mutating func type(
        _ parts: SchemaParts, _ schema: JSONValue, at path: String, depth: Int
    ) -> ImportedType {
        func json(_ reason: String) -> ImportedType {
            notes.warn("\(quoted(path)) \(reason); imported as 'json'", at: schema.location)
            return .named("json")
        }
        if let reference = parts.unresolved {
            return json("refers to \(quoted(reference.string ?? "")), which is in none of the files")
        }
        if parts.isCut { return json("combines more than \(SchemaParts.most) schemas") }
        if parts.targets.contains(where: open.contains) { return json("contains itself") }
        if parts.variants.count > 1 {
            guard let type = commonType(of: parts.variants, path, at: schema) else {
                return json("has \(parts.variants.count) variants of different types")
            }
            return type
        }
        if let values = parts.values {
            return choice(values, path, at: schema) ?? json("has values of different types")
        }
        let types = parts.types
        if Set(types) == ["integer", "number"] { return .named("number") }
        guard let type = types.first else {
            let isTyped = parts.first("type") != nil
            return json(isTyped ? "has a type that only null fits, or no value" : "has no type")
        }
        if types.count > 1 { return json("has the types \(types.joined(separator: ", "))") }
        switch type {
        case "string": return SchemaTexts.type(parts)
        case "integer": return .named("integer")
        case "number": return .named("number")
        case "boolean": return .named("boolean")
        case "array": return list(parts, schema, at: path, depth: depth)
        case "object": return object(parts, schema, at: path, depth: depth)
        default: return json("has the unknown type \(quoted(type))")
        }
    }

    private mutating func object(
        _ parts: SchemaParts, _ schema: JSONValue, at path: String, depth: Int
    ) -> ImportedType {
        let properties = parts.properties
        if GeoPointShape.fits(properties.map(\.name)) { return .named("geopoint") }
        var reason: String?
        if properties.isEmpty { reason = "is an object without named properties" }
        if depth >= ImportLimits.objectDepth - 1 {
            reason = "is nested deeper than \(ImportLimits.objectDepth) objects"
        }
        if reason == nil {
            let before = open.count
            open += parts.targets
            let members = fields(properties, required: parts.required, at: path, depth: depth + 1)
            open.removeLast(open.count - before)
            if !members.isEmpty { return .object(members) }
            reason = "has no properties that a field can hold"
        }
        notes.warn("\(quoted(path)) \(reason ?? ""); imported as 'json'", at: schema.location)
        return .named("json")
    }

    private mutating func list(
        _ parts: SchemaParts, _ schema: JSONValue, at path: String, depth: Int
    ) -> ImportedType {
        var reason: String?
        if parts.first("prefixItems") != nil || parts.first("items")?.kind == .array {
            reason = "has elements of fixed positions"
        } else if let items = parts.first("items"), items.kind == .object {
            let element = SchemaParts(parts.all("items"), references)
            let before = open.count
            let type = type(element, items, at: path + "[]", depth: depth)
            keywords.add(element, as: type)
            open.removeLast(open.count - before)
            if element.isNullable {
                reason = "has elements that may be null"
            } else if let list = type.listOfIt {
                return list
            } else {
                reason = "is a list of lists"
            }
        } else {
            let reason =
                parts.first("items")?.boolean == false
                ? "allows no elements" : "does not say what its elements are"
            notes.warn("\(quoted(path)) \(reason); imported as 'list of json'", at: schema.location)
            return .list(of: "json")
        }
        notes.warn("\(quoted(path)) \(reason ?? ""); imported as 'json'", at: schema.location)
        return .named("json")
    }

    /// The type of a value with several variants, if it is the same for all.
    private mutating func commonType(
        of variants: [JSONValue], _ path: String, at schema: JSONValue
    ) -> ImportedType? {
        let all = variants.map { SchemaParts($0, references) }
        let values = all.compactMap(\.values)
        let type: ImportedType?
        if values.count == all.count {
            type = choice(values.flatMap { $0 }, path, at: schema)
        } else {
            type = scalarType(of: all)
            if type != nil, !values.isEmpty {
                notes.warn(
                    "\(quoted(path)) lists values, but allows others; imported as \(quoted(type?.label ?? ""))",
                    at: schema.location)
            }
        }
        for parts in all { keywords.add(parts, as: type) }
        return type
    }

    /// The numbers, texts or booleans that all variants are.
    private func scalarType(of all: [SchemaParts]) -> ImportedType? {
        let types = Set(all.map { $0.variants.isEmpty && $0.unresolved == nil ? $0.types : [] })
        if types.allSatisfy({ $0.count == 1 && ["integer", "number"].contains($0[0]) }) {
            return .named(types == [["integer"]] ? "integer" : "number")
        }
        switch types {
        case [["string"]]:
            let names = Set(all.map { SchemaTexts.type($0).label })
            return names.count == 1 && all[0].values == nil ? SchemaTexts.type(all[0]) : .named("text")
        case [["boolean"]]: return .named("boolean")
        default: return nil
        }
    }

    /// A choice of texts, or the type of the numbers or booleans that a value must be one of.
    private mutating func choice(_ values: [JSONValue], _ path: String, at schema: JSONValue) -> ImportedType?
    {
        let texts = values.compactMap(\.string)
        if texts.count == values.count {
            var seen: Set<String> = []
            let unique = texts.filter { seen.insert($0).inserted }
            if unique.count < Set(texts.map { Array($0.utf8) }).count {
                notes.warn(
                    "\(quoted(path)) has values that differ only in their Unicode form; each is kept once",
                    at: schema.location)
            }
            return .choice(unique.map { ImportedValue(raw: $0) })
        }
        var type: String?
        if values.allSatisfy({ $0.kind == .number }) { type = "number" }
        if values.allSatisfy({ $0.integer != nil }) { type = "integer" }
        if values.allSatisfy({ $0.kind == .boolean }) { type = "boolean" }
        guard let type else { return nil }
        if type != "boolean" || Set(values.compactMap(\.boolean)).count == 1 {
            let texts = values.map(\.text)
            let list = texts.prefix(10).joined(separator: ", ") + (texts.count > 10 ? ", …" : "")
            notes.warn(
                "\(quoted(path)) is one of \(list), and the values of a choice are texts; imported as \(quoted(type))",
                at: schema.location)
        }
        return .named(type)
    }

    /// Reports what an object loses: the properties of its variants, and those of schemas that are missing.
    private mutating func reportLosses(_ parts: SchemaParts, _ what: String, at schema: JSONValue) {
        if let reference = parts.unresolved {
            notes.warn(
                "\(what) refers to \(quoted(reference.string ?? "")), which is in none of the files; its properties are missing",
                at: reference.location)
        }
        if parts.isCut {
            notes.warn(
                "\(what) combines more than \(SchemaParts.most) schemas; the rest is skipped",
                at: schema.location)
        }
        guard !parts.variants.isEmpty else { return }
        let propertyNames = Set(parts.properties.map(\.name))
        var lost: [String] = []
        for variant in parts.variants {
            let inner = SchemaParts(variant, references)
            keywords.add(inner, as: nil)
            lost += inner.properties.map(\.name).filter { !propertyNames.contains($0) && !lost.contains($0) }
        }
        notes.warn(
            "\(what) has \(parts.variants.count) variants, which are left out"
                + (lost.isEmpty
                    ? "" : "; these properties of theirs are no fields: \(NameList.text(lost.map(quoted)))"),
            at: schema.location)
    }
}
