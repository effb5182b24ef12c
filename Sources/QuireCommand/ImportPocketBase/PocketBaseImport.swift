import QuireGenerator
import QuireSchema

/// Converts PocketBase's collections to the text of a schema.
struct PocketBaseImport {
    var documents: [JSONDocument]
    /// The values of `--modules`, as written.
    var selected: [String] = []
    var access: AccessLevel?

    func run() throws(UsageError) -> ImportOutcome {
        var notes = ImportNotes()
        for document in documents { notes.add(problemsOf: document) }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        var errors = PocketBaseErrors(notes: notes)
        let collections = PocketBaseCollections.find(documents, &errors)
        if errors.notes.hasErrors { return ImportOutcome(notes: errors.notes.lines) }
        let names = try SelectedModules(selections: selected).names(
            among: collections.map(\.name), of: "PocketBase")
        let chosen = collections.filter { names?.contains($0.name) ?? !$0.isSystem }
        if names == nil { Self.reportSystem(collections, &errors.notes) }
        var reader = PocketBaseModules(
            targets: PocketBaseTargets(collections, imported: chosen), errors: errors)
        var modules = chosen.compactMap { reader.module($0) }
        notes = reader.errors.notes
        if modules.isEmpty, !notes.hasErrors {
            let start = documents.first?.root.location ?? SourceLocation(path: "-", line: 1, column: 1)
            notes.fail("there is no collection to import", at: start)
        }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        SwiftNamePlan.apply(to: &modules)
        let schema = ImportedSchema(
            access: access, comment: "Imported from PocketBase by 'quire import pocketbase'.",
            modules: modules)
        return ImportOutcome(schema, notes: notes)
    }

    private static func reportSystem(_ collections: [PocketBaseCollection], _ notes: inout ImportNotes) {
        let system = collections.filter(\.isSystem)
        guard let first = system.first else { return }
        let names = system.prefix(20).map { quoted($0.name) }.joined(separator: ", ")
        notes.warn(
            "system collections are left out: \(names). --modules imports them", at: first.json.location)
    }
}

/// The modules that relations point to, by the ids of collections.
struct PocketBaseTargets {
    private var names: [String: String] = [:]
    private let imported: Set<String>

    init(_ collections: [PocketBaseCollection], imported: [PocketBaseCollection]) {
        for collection in collections { names[collection.id] = collection.name }
        self.imported = Set(imported.map(\.name))
    }

    /// The name of a collection; `nil` if the description does not contain it.
    func name(of id: String) -> String? { names[id] }

    func isImported(_ name: String) -> Bool { imported.contains(name) }
}
