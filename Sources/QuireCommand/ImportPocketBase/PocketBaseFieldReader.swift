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
        if isLeftOut(name, type, settings) {
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
            readPrepared(type, settings, &field, path, name, prepared)
            return field
        }
        let help = settings.text("help", &errors)
        if !help.isEmpty { field.description = [help] }
        switch type {
        case "text", "editor", "email", "url": readText(type, settings, &field, path)
        case "number": readNumber(settings, &field)
        case "bool":
            field.type = .named("boolean")
            field.isRequired = true
            field.isSortable = true
        case "date", "autodate": readDate(type, settings, &field)
        case "select": readSelect(settings, &field, path)
        case "relation": readRelation(settings, &field, path)
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

    private mutating func isLeftOut(_ name: String, _ type: String, _ settings: PocketBaseOptions) -> Bool {
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
