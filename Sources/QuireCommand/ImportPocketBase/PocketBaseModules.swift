import QuireSchema

/// Converts collections to modules.
struct PocketBaseModules {
    let targets: PocketBaseTargets
    var errors: PocketBaseErrors
    private var fieldCount = 0

    init(targets: PocketBaseTargets, errors: PocketBaseErrors) {
        self.targets = targets
        self.errors = errors
    }

    /// The module of a collection; `nil` after errors.
    mutating func module(_ collection: PocketBaseCollection) -> ImportedModule? {
        if errors.isFull { return nil }
        var module = ImportedModule(name: collection.name, location: collection.json.location)
        module.id = collection.id
        var reader = PocketBaseFieldReader(collection, targets: targets, errors: errors)
        var names: Set<String> = []
        for json in collection.fields {
            if reader.errors.isFull { break }
            guard let name = reader.name(of: json) else { continue }
            if !names.insert(name).inserted {
                reader.errors.add(
                    "two fields of \(quoted(collection.name)) are called \(quoted(name))", at: json.location)
                continue
            }
            guard let field = reader.field(json, name) else { continue }
            fieldCount += 1
            if module.fields.count == ImportLimits.fieldsOfModule || fieldCount > ImportLimits.fields {
                reader.errors.add(
                    "there are more fields than a schema can have: at most \(ImportLimits.fieldsOfModule) of a module, "
                        + "and \(ImportLimits.fields) in total. Choose collections with --modules",
                    at: json.location)
                break
            }
            module.fields.append(field)
        }
        reader.finish()
        errors = reader.errors
        PocketBaseIndexes(collection, &errors).apply(to: &module, leftOut: reader.leftOut, &errors.notes)
        module.description = PocketBaseRules.description(of: collection, &errors)
        return module
    }
}
