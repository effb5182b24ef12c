import QuireSchema

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
        guard !module.name.isEmpty, module.name.unicodeScalars.count <= 256 else {
            notes.warn("the name of a collection cannot name a module; skipped", at: collection.json.location)
            return nil
        }
        if module.fields.isEmpty {
            notes.warn("\(quoted(module.name)) has no fields; skipped", at: collection.json.location)
            return nil
        }
        return module
    }

    /// Whether a schema can contain the name. Reports it if not.
    mutating func isName(_ field: ImportedField) -> Bool {
        if !field.name.isEmpty, field.name.unicodeScalars.count <= 256 { return true }
        notes.warn(
            "a field's name is empty or longer than 256 characters; skipped", at: field.location)
        return false
    }

    /// The type that documents have, for a field whose declaration does not tell it.
    mutating func sampledType(_ field: FieldProfile?, depth: Int) -> ImportedType? {
        guard let field, field.count > 0 else { return nil }
        var options = ProposalOptions()
        options.choiceLimit = 0
        return TypeProposer(options: options).proposal(for: field, depth: depth).type
    }
}
