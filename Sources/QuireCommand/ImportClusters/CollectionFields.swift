import QuireSchema
import QuireTerminal

/// Converts the fields of one collection.
struct CollectionFields {
    /// The figures about the collection's documents; `nil` if none were read.
    let profile: ObjectProfile?
    /// The number of documents that were read.
    let sampleCount: Int
    let targets: ReferenceTargets
    var notes: ImportNotes
    /// The languages of localized texts in the documents.
    var locales: Set<String> = []
    /// The paths of an index's fields whose own names have a dot.
    var dottedPaths: Set<String> = []
    /// The settings that a schema does not have, with their number of fields.
    private var settings: [String: Int] = [:]

    init(profile: ObjectProfile?, targets: ReferenceTargets, notes: ImportNotes) {
        self.profile = profile
        sampleCount = profile?.count ?? 0
        self.targets = targets
        self.notes = notes
    }

    /// Counts a setting that a schema does not have.
    mutating func leaveOut(_ setting: String) { settings[setting, default: 0] += 1 }

    /// Reports what was counted.
    mutating func finish(_ collection: ClusterCollection) {
        if !settings.isEmpty {
            let list = settings.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
            notes.warn(
                "\(quoted(collection.module)): settings without an equivalent in a schema are left out: "
                    + list.joined(separator: ", "), at: collection.json.location)
        }
        settings = [:]
    }

    /// The module, if a schema can contain its name and it has fields.
    mutating func module(
        _ collection: ClusterCollection, _ fields: [ImportedField]
    ) -> ImportedModule? {
        var module = ImportedModule(name: collection.module, location: collection.json.location)
        var names: Set<String> = []
        for field in fields {
            guard isName(field), names.insert(field.name).inserted else { continue }
            if module.fields.count == ImportLimits.fieldsOfModule {
                notes.warn(
                    "\(quoted(module.name)) has more fields than a module can have; those from here on are skipped",
                    at: field.location)
                break
            }
            module.fields.append(field)
        }
        guard notes.isName(module.name, of: "a collection", at: collection.json.location) else { return nil }
        if module.fields.isEmpty {
            notes.warn("\(quoted(module.name)) has no fields; skipped", at: collection.json.location)
            return nil
        }
        return module
    }

    /// Whether a schema can contain the name. Reports it if not.
    mutating func isName(_ field: ImportedField) -> Bool {
        notes.isName(field.name, of: "a field", at: field.location)
    }

    /// The type that documents have, for a field whose declaration does not tell it.
    mutating func sampledType(_ field: FieldProfile?, depth: Int) -> ImportedType? {
        guard let field, field.count > 0 else { return nil }
        var options = ProposalOptions()
        options.choiceLimit = 0
        return TypeProposer(options: options).proposal(for: field, depth: depth).type
    }
}

extension CollectionFields {
    /// Whether a field has a name that Quire takes for what it derives from items. Reports it.
    mutating func isDerived(_ name: String, _ location: SourceLocation) -> Bool {
        guard name.hasPrefix("q_") else { return false }
        notes.warn(
            "\(quoted(name)) begins with 'q_', as what Quire derives from items; skipped", at: location)
        return true
    }

    /// A date, if the documents and the name of a field say that its integers or texts are dates.
    ///
    /// - Parameter values: The figures about single values.
    mutating func sampledDate(
        _ type: ImportedType, _ node: (name: String, path: String), values: FieldProfile?,
        location: SourceLocation
    ) -> ImportedType? {
        guard let values, values.count > 0 else { return nil }
        var dateType: ImportedType?
        var reason = ""
        switch type {
        case .named("integer") where values.integers == values.count:
            guard let range = values.range,
                let date = TypeProposer(options: ProposalOptions()).epoch(node.name, range)
            else { return nil }
            (dateType, reason) = (date.type, date.reason)
        case .named("text") where values.texts.count == values.count:
            guard let format = SampledDates.format(of: values.texts) else { return nil }
            dateType =
                format == .dateOnly
                ? .date("date", format: "dateOnly") : .date("dateTime", format: "rfc3339")
            reason = "its texts are dates"
        default: return nil
        }
        guard let dateType else { return nil }
        notes.warn(
            "\(quoted(node.path)) holds dates in \(Text.count(values.count, "value")); imported as "
                + "\(quoted(dateType.label)), \(reason)", at: location)
        return dateType
    }

    /// A relation, if the name of a field names a module and the documents hold ids of its items.
    ///
    /// - Parameter values: The figures about single values.
    mutating func sampledRelation(
        _ node: (name: String, path: String), values: FieldProfile?, in module: String,
        location: SourceLocation
    ) -> ImportedType? {
        guard let values, values.texts.count > 0, values.texts.count == values.count else { return nil }
        let words = NameWords(node.name)
        for target in targets.modules where target != module {
            guard RelationFinder.names(words.stem ?? words.words, target) else { continue }
            guard let ids = targets.ids(of: target) else {
                if words.stem != nil {
                    notes.warn(
                        "\(quoted(node.path)) may refer to \(quoted(target)), whose ids are not in its documents; imported "
                            + "as texts. If it does, make it a relation", at: location)
                }
                continue
            }
            let distinct = Set(values.texts.distinct.counts.keys)
            let idCount = distinct.intersection(ids.texts).count
            guard idCount > 0, !ids.areAll || idCount * 2 >= distinct.count else { continue }
            notes.warn(
                "\(quoted(node.path)) is imported as a relation to \(quoted(target)), by its name: "
                    + "\(idCount) of \(Text.count(distinct.count, "value")) \(idCount == 1 ? "is an id" : "are ids") of "
                    + "\(Text.count(ids.texts.count, "document"))", at: location)
            return .relation(module: target)
        }
        return nil
    }
}

extension CollectionFields {
    /// The module that Quire prepared a collection for.
    mutating func module(of note: ClusterCollection.Note) -> ImportedModule? {
        let json = note.module
        guard let name = json.value(of: "name")?.string else { return nil }
        var module = ImportedModule(name: name, location: json.location)
        module.id = json.value(of: "id")?.string
        module.isSingle = json.value(of: "single")?.boolean ?? false
        module.popularity = json.value(of: "ranking")?.value(of: "popularity")?.string
        if let synonyms = json.value(of: "synonyms") { module.synonyms = SchemaJSON(synonyms) }
        if let embedding = json.value(of: "embedding") { module.embedding = SchemaJSON(embedding) }
        for field in json.value(of: "fields")?.elements ?? [] {
            guard let name = field.value(of: "name")?.string,
                let read = preparedField(field, at: module.name, profile: profile?.field(name))
            else { continue }
            module.fields.append(read)
        }
        return module
    }

    private mutating func preparedField(
        _ json: JSONValue, at path: String, profile: FieldProfile?
    ) -> ImportedField? {
        guard let name = json.value(of: "name")?.string else { return nil }
        let path = "\(path).\(name)"
        var field = ImportedField(
            name: name, type: preparedType(json, at: path, profile: profile), location: json.location)
        field.isRequired = json.value(of: "required")?.boolean ?? false
        field.isSortable = json.value(of: "sortable")?.boolean ?? false
        field.facet = json.value(of: "facet")?.string
        field.isLocalized = json.value(of: "localized")?.boolean ?? false
        field.searchWeight = json.value(of: "searchable")?.numberText.flatMap(Double.init)
        if json.value(of: "query")?.boolean == true, !field.hasQuerySettings {
            field.operators = field.type.defaultOperators.map(\.rawValue)
        }
        if json.value(of: "unique")?.boolean == true { field.constraints.append(.init("unique", .flag)) }
        for key in ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] {
            guard let number = json.value(of: key)?.numberText else { continue }
            field.constraints.append(.init(key, .number(number)))
        }
        if let pattern = json.value(of: "pattern")?.string {
            field.constraints.append(.init("pattern", .text(pattern)))
        }
        return field
    }

    private mutating func preparedType(
        _ json: JSONValue, at path: String, profile: FieldProfile?
    ) -> ImportedType {
        let name = json.value(of: "type")?.string ?? "json"
        let format = json.value(of: "format")?.string ?? "epochMilliseconds"
        switch name {
        case "date", "time", "dateTime": return .date(name, format: format)
        case "choice", "choices":
            return preparedChoice(json, isList: name == "choices", at: path, profile: profile)
        case "relation": return .relation(module: json.value(of: "module")?.string)
        case "relations": return .relations(module: json.value(of: "module")?.string)
        case "object":
            return .object(
                (json.value(of: "fields")?.elements ?? []).compactMap { field in
                    preparedField(
                        field, at: path,
                        profile: field.value(of: "name")?.string.flatMap { profile?.members.field($0) })
                })
        case "list":
            guard let element = json.value(of: "of") else { return .named("json") }
            return preparedType(element, at: path + "[]", profile: profile?.element).listOfIt
                ?? .named("json")
        case "localizedText":
            let names = (profile?.members.fields ?? []).map(\.name)
            locales.formUnion(names)
            return .localized(names)
        case "scalar":
            let base = json.value(of: "base")?.string ?? "text"
            notes.warn(
                "\(quoted(path)) has a custom scalar, whose Swift type only the schema knows; imported as \(quoted(base))",
                at: json.location)
            return .named(base)
        default: return .named(name)
        }
    }

    /// A choice with the values of the documents. The server does not store the others.
    private mutating func preparedChoice(
        _ json: JSONValue, isList: Bool, at path: String, profile: FieldProfile?
    ) -> ImportedType {
        let texts = isList ? profile?.element.texts : profile?.texts
        let names = texts?.distinct.sorted ?? []
        guard !names.isEmpty else {
            notes.warn(
                "no document has a value of the choice \(quoted(path)), so its values are not known; imported as texts",
                at: json.location)
            return isList ? .list(of: "text") : .named("text")
        }
        let sampled = sampleCount
        notes.warn(
            "the values of the choice \(quoted(path)) are those of \(sampled) documents: "
                + names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
                + ". Add those that no document has", at: json.location)
        let values = names.map { ImportedValue(raw: $0) }
        return isList ? .choices(values) : .choice(values)
    }
}

extension SchemaJSON {
    /// A value of a parsed document.
    init(_ value: JSONValue) {
        switch value.kind {
        case .string: self = .text(value.string ?? "")
        case .number: self = .number(value.numberText ?? "0")
        case .boolean: self = .boolean(value.boolean ?? false)
        case .array: self = .array(value.elements.map(SchemaJSON.init))
        case .object: self = .object(value.members.map { ($0.key, SchemaJSON($0.value)) })
        case .null, .invalid: self = .text("")
        }
    }
}
