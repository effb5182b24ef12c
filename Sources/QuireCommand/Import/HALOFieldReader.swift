import QuireSchema

/// Converts HALO's description of a field to a schema field.
struct HALOFieldReader {
    var notes: ImportNotes

    /// The field, or `nil` if a schema cannot contain it, which is reported.
    mutating func read(_ json: JSONValue, of module: String) -> ImportedField? {
        guard json.kind == .object else {
            notes.warn("a field of \(quoted(module)) is not an object; skipped", at: json.location)
            return nil
        }
        guard let name = importedName(json, what: "a field of \(quoted(module))", &notes) else { return nil }
        if isDeleted(json) {
            notes.warn(
                "the field \(quoted(name)) of \(quoted(module)) is deleted; skipped", at: json.location)
            return nil
        }
        let type = json.value(of: "fieldType")
        let typeName = type?.string ?? type?.value(of: "name")?.string
        let typeID = type?.string ?? type?.value(of: "id")?.string
        var field = ImportedField(name: name, type: .named("json"), location: json.location)
        if let description = json.value(of: "description")?.string, !description.isEmpty {
            field.description = [description]
        }
        guard let fieldType = HALOTypeNumber(name: typeName, id: typeID) else {
            let spelled = typeName ?? typeID
            let what = spelled.map { "HALO's type \(quoted($0))" } ?? "a type that HALO does not name"
            field.description.append("Of \(what), whose values Quire does not know.")
            notes.warn(
                "the field \(quoted(name)) of \(quoted(module)) has \(what); imported as 'json'",
                at: (type ?? json).location)
            return field
        }
        let isLong = type?.value(of: "isLongValue")?.boolean ?? fieldType.isLongValue
        field.type = importedType(of: fieldType, format: json.value(of: "format"), field: &field, in: module)
        field.isSortable = !isLong && fieldType.isSortable && Self.canBeOrderedBy(name)
        // The description on a Quire server already contains the sentence of an earlier import.
        let rules = HALORules(type?.value(of: "rules"), format: json.value(of: "format"), of: fieldType)
        field.constraints = rules.constraints
        for sentence in rules.sentences
        where !(field.description.first ?? "").hasSuffix(sentence) { field.description.append(sentence) }
        addDefault(json.value(of: "format"), of: fieldType, to: &field, module)
        if let value = field.defaultValue, !rules.constraints.allow(value) {
            field.defaultValue = nil
            notes.warn(
                "the default of the field \(quoted(name)) of \(quoted(module)) breaks its rules; skipped",
                at: json.location)
        }
        return field
    }

    /// HALO's order is a text that is split at spaces and commas.
    private static func canBeOrderedBy(_ name: String) -> Bool {
        !name.contains { $0.isWhitespace || $0 == "," }
    }

    private mutating func importedType(
        of type: HALOTypeNumber, format: JSONValue?, field: inout ImportedField, in module: String
    ) -> ImportedType {
        switch type {
        case .text: return .named("text")
        case .number: return .named("number")
        case .website, .youtube: return .named("url")
        case .image: return .named("image")
        case .date: return .named("date")
        case .time: return .named("time")
        case .boolean: return .named("boolean")
        case .color: return .named("color")
        case .multipleRelation: return .relations(module: nil)
        case .singleRelation: return .relation(module: nil)
        case .longText: return .named("longText")
        case .object: return .named("json")
        case .list: return .list(of: "json")
        case .localizedText: return .named("localizedText")
        case .video: return .named("video")
        case .audio: return .named("audio")
        case .multipleChoice, .multipleSelectDropdown:
            let values = choiceValues(format, of: field, module)
            return values.isEmpty ? .list(of: "text") : .choices(values)
        case .singleChoice, .singleSelectDropdown:
            let values = choiceValues(format, of: field, module)
            return values.isEmpty ? .named("text") : .choice(values)
        }
    }

    /// The distinct values of a choice.
    private mutating func choiceValues(
        _ format: JSONValue?, of field: ImportedField, _ module: String
    ) -> [ImportedValue] {
        let what = "of the field \(quoted(field.name)) of \(quoted(module))"
        let listed = format?.value(of: "values")
        var values: [ImportedValue] = []
        var seen: Set<String> = []
        for element in listed?.elements ?? [] {
            guard let raw = element.string else {
                notes.warn("a value \(what) is not a string; skipped", at: element.location)
                continue
            }
            if seen.insert(raw).inserted {
                values.append(ImportedValue(raw: raw))
            } else {
                notes.warn(
                    "the value \(quoted(raw)) \(what) is repeated; imported once", at: element.location)
            }
        }
        if values.isEmpty {
            notes.warn(
                "no values \(what) are known; imported as texts",
                at: (listed ?? format)?.location ?? field.location)
        }
        return values
    }

    /// Adds the default value of new items, if the type supports it.
    private mutating func addDefault(
        _ format: JSONValue?, of type: HALOTypeNumber, to field: inout ImportedField, _ module: String
    ) {
        guard let value = format?.value(of: "default"), value.kind != .null else { return }
        if type == .localizedText {
            // Not a value of the item: HALO returns it for every language without a text.
            if let text = value.string, !text.isEmpty {
                field.description.append("In a language without a text, HALO returns \(quoted(text)).")
            }
            return
        }
        // HALO writes an empty text if a choice has no default.
        if value.string == "", !isValue("", of: field.type) { return }
        if let fitting = fitting(value, field.type) {
            field.defaultValue = fitting
        } else {
            notes.warn(
                "the default of the field \(quoted(field.name)) of \(quoted(module)) is not one of its values; skipped",
                at: value.location)
        }
    }

    private func fitting(_ value: JSONValue, _ type: ImportedType) -> SchemaJSON? {
        switch type {
        case .named("text"), .named("longText"): return value.string.map { .text($0) }
        case .named("url"), .named("image"), .named("video"), .named("audio"):
            return value.string.flatMap { isURLText($0) ? .text($0) : nil }
        case .named("color"): return value.string.flatMap { isHexColor($0) ? .text($0) : nil }
        case .named("number"): return value.numberText.map { .number($0) }
        case .named("boolean"): return value.boolean.map { .boolean($0) }
        case .named("date"), .named("time"): return value.integer.map { .number(String($0)) }
        case .choice: return value.string.flatMap { isValue($0, of: type) ? .text($0) : nil }
        case .choices:
            let texts = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
            let isComplete =
                value.string != nil || value.kind == .array && texts.count == value.elements.count
            guard case .choices(let values) = type, isComplete,
                Set(values.map(\.raw)).isSuperset(of: texts)
            else { return nil }
            return .array(texts.map { .text($0) })
        default: return nil
        }
    }

    private func isValue(_ text: String, of type: ImportedType) -> Bool {
        switch type {
        case .choice(let values), .choices(let values): return values.contains { $0.raw == text }
        default: return false
        }
    }
}

extension HALOTypeNumber {
    /// Whether its values have an order that HALO can sort by.
    var isSortable: Bool {
        switch self {
        case .text, .number, .date, .time, .boolean, .color: return true
        default: return false
        }
    }
}

/// Whether HALO's description is marked as deleted.
func isDeleted(_ json: JSONValue) -> Bool {
    guard let date = json.value(of: "deletedAt") else { return false }
    return date.kind != .null
}

/// The name in a description, if a schema can contain it.
func importedName(_ json: JSONValue, what: String, _ notes: inout ImportNotes) -> String? {
    guard let value = json.value(of: "name"), value.kind != .null else {
        notes.warn("\(what) has no name; skipped", at: json.location)
        return nil
    }
    guard let name = value.string else {
        notes.warn("the name of \(what) is not a string; skipped", at: value.location)
        return nil
    }
    return notes.isName(name, of: what, at: value.location) ? name : nil
}
