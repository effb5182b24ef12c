import QuireGenerator
import QuireSchema
import QuireTerminal
import QuireToolbox

/// `quire import halo`: creates a schema from HALO's modules.
enum HALOImportCommand {
    static let help = """
        Write a schema for content that is already in HALO.

        Usage: quire import halo --file <modules.json> [options]
               quire import halo --url <address> [--client-id <id>] [options]

          --url <address>     The server to read from, for example https://halo-db.com
          --client-id <id>    The app that signs in, with its secret in HALO_CLIENT_SECRET. Without an app, the
                              token in HALO_TOKEN is sent, if there is one
          --file <path>       HALO's modules with their fields, which is the response to
                              GET api/generalcontent/module?skip=true&withFields=true.
                              Repeatable, one file for each page; '-' reads standard input
          --output <path>     The file for the schema (default: Schema/content.json); '-' prints it
          --force             Overwrite an existing file
          --modules <names>   Import only these modules, separated by commas
          --relation <module>.<field>=<module>
                              The target of a relation, which HALO does not store (repeatable). By default, a
                              relation points to the module that it is named after; if there is none, the field
                              holds ids as texts. '<module>.<field>=' makes it hold ids
          --access <level>    internal, package or public: the access level of the generated code (default: public)

        Every field is optional, because HALO's drafts may lack any. Deleted, unnamed and duplicate modules and
        fields are skipped and reported, and so is each guess. The result always passes 'quire check'. Review it,
        and mark the fields that every item has as "required".

        Exit codes: 0 written, 1 nothing to write, no response, or the file exists, 2 wrong usage.
        """

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments,
            options: [
                "--file", "--url", "--client-id", "--output", "--modules", "--relation", "--access",
            ],
            flags: ["--force", "--help", "-h"], of: "import")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --file for a file")
        }
        let source = try ImportSource(arguments)
        let output = try arguments.single("--output") ?? "Schema/content.json"
        var options = HALOImport(
            documents: [], selections: arguments.values["--modules"] ?? [],
            relations: arguments.values["--relation"] ?? [])
        if let access = try arguments.accessLevel() { options.access = access }
        let target = ImportOutput(path: output, overwrites: arguments.flags.contains("--force"))
        guard target.isFree else { return 1 }
        guard let documents = await source.read() else { return 1 }
        options.documents = documents
        let outcome = try options.run()
        for note in outcome.notes { printError(note) }
        return target.write(outcome) ? 0 : 1
    }
}

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
