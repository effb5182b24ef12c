import QuireSchema

/// Converts the fields of one collection.
struct PocketBaseFieldReader {
    let collection: PocketBaseCollection
    let targets: PocketBaseTargets
    var errors: PocketBaseErrors
    /// The fields that are no fields of the module.
    private(set) var leftOut: Set<String> = []
    private var hidden: [String] = []
    private var passwords: [String] = []
    private var hasUpdated = false
    /// The settings that a schema does not have, with their number of fields.
    private var settings: [String: Int] = [:]
    /// The columns, if Quire has prepared the collection.
    private let prepared: PreparedColumns?

    init(_ collection: PocketBaseCollection, targets: PocketBaseTargets, errors: PocketBaseErrors) {
        self.collection = collection
        self.targets = targets
        self.errors = errors
        prepared = collection.prepared
    }

    /// The name of a field; `nil` after an error.
    mutating func name(of json: JSONValue) -> String? {
        guard json.kind == .object else {
            errors.add("a field of \(quoted(collection.name)) is not an object", at: json.location)
            return nil
        }
        return PocketBaseOptions(json, of: "a field of \(quoted(collection.name))").name("name", &errors)
    }

    /// The field; `nil` if it is left out, which is reported.
    mutating func field(_ json: JSONValue, _ name: String) -> ImportedField? {
        let path = quoted("\(collection.name).\(name)")
        let settings = PocketBaseOptions(json, of: path)
        guard let type = settings.name("type", &errors) else { return nil }
        if isLeftOut(name, type: type, settings: settings) {
            leftOut.insert(name)
            return nil
        }
        var field = ImportedField(name: name, type: .named("json"), location: json.location)
        if let prepared {
            guard let own = PreparedColumns.field(of: name) else {
                leftOut.insert(name)
                return nil
            }
            field.name = own
            readPrepared(type, settings, into: &field, at: path, column: name, columns: prepared)
            return field
        }
        let help = settings.text("help", &errors)
        if !help.isEmpty { field.description = [help] }
        switch type {
        case "text", "editor", "email", "url": readText(type, settings, into: &field, at: path)
        case "number": readNumber(settings, &field)
        case "bool":
            field.type = .named("boolean")
            field.isRequired = true
            field.isSortable = true
        case "date", "autodate": readDate(type, settings, into: &field)
        case "select": readSelect(settings, into: &field, at: path)
        case "relation": readRelation(settings, into: &field, at: path)
        case "file": readFile(settings, &field)
        case "json": readSize(settings, &field)
        case "geoPoint":
            field.type = .named("geopoint")
            field.isRequired = true
            if !isView { field.description.append("The place 0, 0 if none was given.") }
        default:
            field.description.append(
                "Of PocketBase's type \(quoted(type)), whose values Quire does not know.")
            errors.notes.warn(
                "\(path) has PocketBase's type \(quoted(type)), which Quire does not know; imported as 'json'",
                at: settings.location)
        }
        if settings.flag("required", &errors), !isView { field.description.append(requirement(type)) }
        return field
    }

    /// A view has the settings of the fields that it selects, but nothing is written to it.
    var isView: Bool { collection.kind == .view }

    private func requirement(_ type: String) -> String {
        switch type {
        case "number": "PocketBase refuses 0."
        case "bool": "PocketBase refuses false."
        case "geoPoint": "PocketBase refuses the place 0, 0."
        default: "PocketBase refuses items without a value."
        }
    }

    // MARK: - Left out

    /// Counts a setting that a schema does not have.
    mutating func leaveOut(_ setting: String) { settings[setting, default: 0] += 1 }

    private mutating func isLeftOut(_ name: String, type: String, settings: PocketBaseOptions) -> Bool {
        // The id of an item is not a field.
        if name == "id" || settings.flag("primaryKey", &errors) { return true }
        if type == "password" {
            passwords.append(name)
            return true
        }
        if settings.flag("hidden", &errors) {
            hidden.append(name)
            return true
        }
        guard type == "autodate", settings.flag("onCreate", &errors) else { return false }
        // They are the dates that every item has.
        let isUpdated = settings.flag("onUpdate", &errors)
        if name == "updated", isUpdated { hasUpdated = true }
        return name == (isUpdated ? "updated" : "created")
    }

    /// Reports the fields that were left out.
    mutating func finish() {
        func list(_ names: [String]) -> String { names.prefix(20).map(quoted).joined(separator: ", ") }
        let name = quoted(collection.name)
        if !passwords.isEmpty {
            errors.notes.warn(
                "passwords of \(name) are left out, because PocketBase never returns them: \(list(passwords))",
                at: collection.json.location)
        }
        if !hidden.isEmpty {
            errors.notes.warn(
                "hidden fields of \(name) are left out, because only superusers can read them: \(list(hidden))",
                at: collection.json.location)
        }
        if !settings.isEmpty {
            let list = settings.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
            errors.notes.warn(
                "\(name): settings without an equivalent in a schema are left out: \(list.joined(separator: ", "))",
                at: collection.json.location)
        }
        if isView {
            errors.notes.warn(
                "\(name) is a view, so its items can be read but not written", at: collection.json.location)
        } else if !hasUpdated {
            errors.notes.warn(
                "\(name) has no autodate 'updated' that is set on create and update, so PocketBase cannot tell which of "
                    + "its items changed", at: collection.json.location)
        }
    }
}

/// Fields of collections that Quire has prepared. They have Quire's meaning: no value differs from an empty one, and all
/// operators are exact.
extension PocketBaseFieldReader {
    /// - Parameter column: The name of the field in PocketBase.
    mutating func readPrepared(
        _ type: String, _ settings: PocketBaseOptions, into field: inout ImportedField, at path: String,
        column: String, columns: PreparedColumns
    ) {
        switch type {
        case "text": field.type = .named("text")
        case "editor": field.type = .named("html")
        case "number": field.type = .named(settings.flag("onlyInt", &errors) ? "integer" : "number")
        case "bool": field.type = .named("boolean")
        case "date": field.type = .date("dateTime", format: "rfc3339")
        case "geoPoint": field.type = .named("geopoint")
        case "select":
            readSelect(settings, into: &field, at: path)
            // Others are stored as texts.
            field.constraints = [.init("closed", .flag)]
        case "relation":
            readRelation(settings, into: &field, at: path)
            // The limit is PocketBase's own.
            field.constraints = []
        case "file":
            readFile(settings, &field)
        case "json" where columns.has(.files, of: column): field.type = .list(of: "document")
        case "json" where columns.has(.lower, of: column): field.type = .list(of: "text")
        case "json" where columns.has(.exact, of: column) && !columns.has(.lowest, of: column):
            field.type = .list(of: "boolean")
        default: field.type = .named("json")
        }
        field.isSortable = columns.has(.sorted, of: column)
    }
}

extension PocketBaseFieldReader {
    mutating func readSelect(
        _ settings: PocketBaseOptions, into field: inout ImportedField, at path: String
    ) {
        var values: [ImportedValue] = []
        var texts: Set<String> = []
        for value in settings.texts("values", &errors) {
            if texts.insert(value).inserted {
                values.append(ImportedValue(raw: value))
            } else {
                errors.notes.warn(
                    "the value \(quoted(value)) of \(path) is repeated; imported once", at: settings.location)
            }
        }
        let most = settings.count("maxSelect", &errors)
        if values.isEmpty {
            errors.notes.warn("\(path) has no values; imported as texts", at: settings.location)
            field.type = most > 1 ? .list(of: "text") : .named("text")
            field.operators = most > 1 ? [] : Self.exactOperators
        } else if most <= 1 {
            field.type = .choice(values)
            field.isSortable = true
        } else {
            field.type = .choices(values)
            if !isView, most < Int64(values.count) {
                field.constraints.append(.init("maxItems", .number(String(most))))
            }
            if !Self.canBeFound(texts) {
                field.operators = []
                errors.notes.warn(
                    "PocketBase cannot find single values of \(path) exactly, because of their characters or because "
                        + "two of them differ in case only; imported without operators", at: settings.location
                )
            }
        }
    }

    /// Whether PocketBase can find each value in a list of them. It compares the list as JSON, ignores the case of
    /// ASCII letters, and gives `%` a meaning.
    private static func canBeFound(_ values: Set<String>) -> Bool {
        let escaped: Set<UInt8> = Set("\"\\%<>&".utf8)
        for value in values where value.utf8.contains(where: { $0 < 0x20 || escaped.contains($0) }) {
            return false
        }
        if values.contains(where: { $0.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" } }) {
            return false
        }
        let folded = values.map { value in value.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        return Set(folded).count == values.count
    }

    mutating func readRelation(
        _ settings: PocketBaseOptions, into field: inout ImportedField, at path: String
    ) {
        guard let id = settings.name("collectionId", &errors) else { return }
        guard let target = targets.name(of: id) else {
            errors.add(
                "the relation \(path) points to the collection with the id \(quoted(id)), which is not described here. "
                    + "Add it", at: settings.location)
            return
        }
        if settings.flag("cascadeDelete", &errors) { leaveOut("cascadeDelete") }
        let isMany = settings.count("maxSelect", &errors) > 1
        if targets.isImported(target) {
            field.type = isMany ? .relations(module: target) : .relation(module: target)
        } else {
            errors.notes.warn(
                "the relation \(path) points to \(quoted(target)), which is not imported; it holds ids as texts",
                at: settings.location)
            field.type = isMany ? .list(of: "text") : .named("text")
            if !isMany { field.operators = Self.exactOperators }
            field.description.append(
                "\(isMany ? "Ids" : "The id") of \(quoted(target)), which the schema does not contain.")
        }
        if isMany, !isView { readItemCounts(settings, &field) }
    }

    mutating func readFile(_ settings: PocketBaseOptions, _ field: inout ImportedField) {
        let types = settings.texts("mimeTypes", &errors)
        func all(_ kind: String) -> Bool { !types.isEmpty && types.allSatisfy { $0.hasPrefix(kind + "/") } }
        let name = ["image", "video", "audio"].first(where: all) ?? "document"
        let isMany = settings.count("maxSelect", &errors) > 1
        field.type = isMany ? .list(of: name) : .named(name)
        // A file is compared by its name on the server, which an app does not know.
        field.operators = []
        if !settings.texts("thumbs", &errors).isEmpty { leaveOut("thumbs") }
        if isView { return }
        if !types.isEmpty {
            field.description.append(
                "Of the types \(printable(types.joined(separator: ", "), limit: 400)).")
        }
        if settings.flag("protected", &errors) { field.description.append("Reading it needs a file token.") }
        readSize(settings, &field)
        if isMany { readItemCounts(settings, &field) }
    }

    private mutating func readItemCounts(_ settings: PocketBaseOptions, _ field: inout ImportedField) {
        let least = settings.count("minSelect", &errors)
        let most = settings.count("maxSelect", &errors)
        if least > most || most > 1_000_000_000 { return }
        if settings.flag("required", &errors) {
            field.constraints.append(.init("minItems", .number(String(max(least, 1)))))
        } else if least > 1 {
            // PocketBase accepts none.
            field.description.append("None, or at least \(least).")
        }
        field.constraints.append(.init("maxItems", .number(String(most))))
    }
}
