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

/// Describes in plain words who may do what with a collection.
enum PocketBaseRules {
    private static let actions = ["list", "view", "create", "update", "delete"]

    /// `Everyone may list and view. Only superusers may create, update and delete.`
    static func description(
        of collection: PocketBaseCollection, _ errors: inout PocketBaseErrors
    ) -> String {
        var sentences: [String] = []
        if collection.kind == .view { sentences.append("A view, which is read-only.") }
        let settings = PocketBaseOptions(
            collection.json, of: "the collection \(quoted(collection.name))")
        var groups: [(people: String, actions: [String])] = []
        for action in collection.kind == .view ? ["list", "view"] : actions {
            let key = action + "Rule"
            // A missing rule and null mean the same: superusers only.
            let isLocked = (collection.json.value(of: key)?.kind ?? .null) == .null
            let people = isLocked ? "Only superusers may" : people(settings.text(key, &errors))
            if let index = groups.firstIndex(where: { $0.people == people }) {
                groups[index].actions.append(action)
            } else {
                groups.append((people, [action]))
            }
        }
        sentences += groups.map { "\($0.people) \(list($0.actions))." }
        return sentences.joined(separator: " ")
    }

    private static func people(_ rule: String) -> String {
        let lines = rule.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
        let line = lines.joined(separator: " ")
        switch line {
        case "": return "Everyone may"
        case "@request.auth.id != \"\"", "@request.auth.id != ''": return "Signed-in users may"
        default: return "Whoever meets \(code(line)) may"
        }
    }

    /// The text as code in a doc comment.
    private static func code(_ text: String) -> String { text.contains("`") ? text : "`\(text)`" }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// The errors in a description of collections. After some errors, reading stops.
struct PocketBaseErrors {
    /// A damaged file could have a million errors.
    static let most = 20

    var notes: ImportNotes
    private var count = 0

    init(notes: ImportNotes) { self.notes = notes }

    var isFull: Bool { count >= Self.most }

    mutating func add(_ message: String, at location: SourceLocation) {
        count += 1
        if count <= Self.most { notes.fail(message, at: location) }
    }
}
