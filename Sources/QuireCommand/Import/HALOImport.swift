import QuireGenerator
import QuireSchema

/// Converts HALO's list of modules to the text of a schema.
struct HALOImport {
    var documents: [JSONDocument]
    /// The values of `--modules`, as written.
    var selections: [String] = []
    var relations: [String] = []
    var access: AccessLevel?

    typealias Outcome = ImportOutcome

    func run() throws(UsageError) -> Outcome {
        var notes = ImportNotes()
        var list = HALOModuleList()
        for document in documents { list.add(document, &notes) }
        if notes.hasErrors { return Outcome(notes: notes.lines) }
        let selected = try SelectedModules(selections: selections).names(
            among: list.modules.compactMap { $0.value(of: "name")?.string }, of: "HALO")
        var reader = HALOModuleReader(notes: notes)
        reader.read(list, selected: selected)
        notes = reader.notes
        guard !reader.modules.isEmpty else {
            let start = documents.first?.location(0) ?? SourceLocation(path: "-", line: 1, column: 1)
            notes.fail("there is no module to import", at: start)
            return Outcome(notes: notes.lines)
        }
        var modules = reader.modules
        try resolveRelations(of: &modules, reader.relationFormats, &notes)
        SwiftNamePlan.apply(to: &modules)
        let schema = ImportedSchema(
            access: access, comment: "Imported from HALO by 'quire import halo'.", modules: modules)
        return Outcome(schema, notes: notes)
    }

    private func resolveRelations(
        of modules: inout [ImportedModule], _ formats: [[Int: JSONValue]], _ notes: inout ImportNotes
    ) throws(UsageError) {
        var wishes: [RelationTargets.Wish] = []
        for text in relations { wishes.append(try RelationTargets.Wish(text, modules: modules)) }
        let targets = RelationTargets(modules, wishes: wishes)
        for index in modules.indices {
            for field in modules[index].fields.indices {
                targets.resolve(
                    &modules[index].fields[field], of: modules[index].name, format: formats[index][field],
                    &notes)
            }
        }
    }
}
