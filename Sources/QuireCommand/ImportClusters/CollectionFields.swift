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
    /// The settings that a schema does not have, with their number of fields.
    private var settings: [String: Int] = [:]
    /// The query settings of members of objects.
    private var memberSettings = 0

    init(profile: ObjectProfile?, targets: ReferenceTargets, notes: ImportNotes) {
        self.profile = profile
        sampleCount = profile?.count ?? 0
        self.targets = targets
        self.notes = notes
    }

    /// Counts a setting that a schema does not have.
    mutating func leaveOut(_ setting: String) { settings[setting, default: 0] += 1 }

    /// Removes the query settings of a field inside an object. On a collection of another program, engines query a module's own
    /// fields only, and a full-text search over members would be refused.
    mutating func removeQuerySettings(_ field: inout ImportedField) {
        let had = field.isSortable || field.facet != nil || field.searchWeight != nil
        if had { memberSettings += 1 }
        field.isSortable = false
        field.facet = nil
        field.searchWeight = nil
    }

    /// Reports what was counted.
    mutating func finish(_ collection: ClusterCollection) {
        if !settings.isEmpty {
            let list = settings.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
            notes.warn(
                "\(quoted(collection.module)): settings without an equivalent in a schema are left out: "
                    + list.joined(separator: ", "), at: collection.json.location)
        }
        if memberSettings > 0 {
            let fields = memberSettings == 1 ? "1 field" : "\(memberSettings) fields"
            notes.warn(
                "\(quoted(collection.module)): sort, facets and search of \(fields) inside objects are left out, because "
                    + "queries on a collection of another program see a module's own fields only; give members operators for a store, "
                    + "or for a collection that Quire prepares", at: collection.json.location)
        }
        settings = [:]
        memberSettings = 0
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
