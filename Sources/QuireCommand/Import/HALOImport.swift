import QuireGenerator
import QuireSchema

/// Converts HALO's list of modules to the text of a schema.
struct HALOImport {
    var documents: [JSONDocument]
    /// The values of `--modules`, as written.
    var selections: [String] = []
    var relations: [String] = []
    var access: AccessLevel?

    /// The result.
    struct Outcome {
        /// The schema's text. `nil` if there is nothing to write, for the reasons in `notes`.
        var text: String?
        var moduleCount = 0
        var fieldCount = 0
        /// The notes, one per line, in the compiler's format.
        var notes: [String]
    }

    func run() throws(UsageError) -> Outcome {
        var notes = ImportNotes()
        var list = HALOModuleList()
        for document in documents { list.add(document, &notes) }
        if notes.hasErrors { return Outcome(notes: notes.lines) }
        let selected = try selectedNames(list)
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
        let document = schema.document
        var outcome = Outcome(notes: notes.lines)
        let mistakes = Self.mistakes(in: document)
        guard mistakes.isEmpty else {
            outcome.notes.append("quire: error: the import created an invalid schema; please report this:")
            outcome.notes += mistakes
            return outcome
        }
        outcome.text = String(decoding: document.bytes, as: UTF8.self)
        outcome.moduleCount = modules.count
        outcome.fieldCount = modules.reduce(0) { $0 + $1.fields.count }
        return outcome
    }

    /// The names in `--modules`: one name, or several separated by commas.
    private func selectedNames(_ list: HALOModuleList) throws(UsageError) -> Set<String>? {
        if selections.isEmpty { return nil }
        let known = list.modules.compactMap { $0.value(of: "name")?.string }
        var names: Set<String> = []
        for selection in selections {
            if known.contains(selection) {
                names.insert(selection)
                continue
            }
            for name in selection.split(separator: ",", omittingEmptySubsequences: true).map(String.init) {
                guard known.contains(name) else {
                    throw UsageError(
                        "--modules: HALO has no module \(quoted(name)); expected one of: \(known.joined(separator: ", "))"
                    )
                }
                names.insert(name)
            }
        }
        return names
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

    /// The errors that `quire check` would report. If there are any, the import has a bug.
    private static func mistakes(in document: SchemaDocument) -> [String] {
        let (schema, diagnostics) = readSchema(documents: [document])
        guard let schema else { return diagnostics.map(\.description) }
        return generate(schema).diagnostics.filter { $0.severity == .error }.map(\.description)
    }
}
