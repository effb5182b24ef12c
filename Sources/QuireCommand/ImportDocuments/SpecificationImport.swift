import QuireSchema

/// Converts OpenAPI documents or JSON Schema files to the text of a schema.
struct SpecificationImport {
    var kind: DocumentImportCommand.Kind
    var documents: [JSONDocument]
    /// The values of `--modules`, as written.
    var selected: [String] = []
    var access: AccessLevel?

    func run() throws(UsageError) -> ImportOutcome {
        var notes = ImportNotes()
        // A number beyond 64 bits is a limit or a default, which is dropped with a report.
        for document in documents {
            notes.add(problemsOf: document, harmless: [.duplicateKey, .jsonNumberRange])
        }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        let references = SchemaReferences(documents)
        let candidates =
            switch kind {
            case .openAPI: OpenAPIModules(references).candidates(documents, &notes)
            case .jsonSchema: JSONSchemaModules(references).candidates(documents, &notes)
            }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        let unmodeled = candidates.compactMap(\.unmodeled)
        let names = try SelectedModules(selections: selected).names(
            among: candidates.filter { $0.unmodeled == nil }.map(\.name), of: "the document",
            impossible: unmodeled.map { ($0.name, $0.kind) })
        if names == nil { UnmodeledSchema.report(unmodeled, to: &notes) }
        var reader = ObjectSchemaReader(references: references, notes: notes)
        var modules: [ImportedModule] = []
        for candidate in candidates {
            guard candidate.unmodeled == nil, names?.contains(candidate.name) ?? candidate.isProposed else {
                continue
            }
            if let module = reader.module(candidate.name, candidate.schema) { modules.append(module) }
        }
        reader.finish()
        notes = reader.notes
        if modules.isEmpty {
            let start = documents.first?.root.location ?? SourceLocation(path: "-", line: 1, column: 1)
            let objects = candidates.filter { !$0.isProposed && $0.unmodeled == nil }.map(\.name).prefix(50)
                .joined(separator: ", ")
            notes.fail(
                "there is no module to import"
                    + (objects.isEmpty
                        ? ": the document describes no object with properties"
                        : ". Choose from its objects: --modules \(objects)"),
                at: start)
        }
        if notes.hasErrors { return ImportOutcome(notes: notes.lines) }
        SwiftNamePlan.apply(to: &modules)
        let outcome = ImportOutcome(
            ImportedSchema(
                access: access, comment: "Imported by 'quire import \(kind.rawValue)'.", modules: modules),
            notes: notes)
        return UnfoldedSize(source: documents.reduce(0) { $0 + $1.root.text.utf8.count }, modules: modules)
            .check(outcome)
    }
}

/// An object that may become a module.
struct ModuleCandidate {
    var name: String
    var schema: JSONValue
    /// Whether it is imported unless `--modules` chooses.
    var isProposed: Bool
    /// Set if it is no object with properties, and so cannot.
    var unmodeled: UnmodeledSchema?

    init(name: String, schema: JSONValue, isProposed: Bool) {
        self.name = name
        self.schema = schema
        self.isProposed = isProposed
    }

    init(unmodeled: UnmodeledSchema) {
        self.init(name: unmodeled.name, schema: unmodeled.schema, isProposed: false)
        self.unmodeled = unmodeled
    }
}

/// Checks the size of the code for objects that are unfolded wherever others contain them.
struct UnfoldedSize {
    /// The size of the documents.
    var source: Int
    var modules: [ImportedModule]

    /// The size from which compiling takes about a minute.
    private static let slow = 3_000_000
    /// The greatest growth from a document to code.
    private static let growth = 20

    /// The outcome with a warning about much code, or without a schema if a small document becomes much code.
    func check(_ outcome: ImportOutcome) -> ImportOutcome {
        let bytes = outcome.generatedBytes
        guard outcome.text != nil, bytes > Self.slow, let first = modules.first else { return outcome }
        let isRefused = bytes / Self.growth > source
        let kind = isRefused ? "error" : "warning"
        let effect =
            isRefused
            ? ", \(bytes / max(1, source)) times the size of the document, so no schema is written"
            : ", which takes the compiler a minute or more"
        var checked = isRefused ? ImportOutcome(notes: outcome.notes) : outcome
        checked.notes.append(
            "\(first.location.path):1:1: \(kind): the objects with all that they contain become "
                + "\(bytes / 1_000_000) MB of Swift\(effect). Import fewer of them: --modules <names>. The largest: "
                + largest)
        return checked
    }

    private var largest: String {
        modules.map { ($0.name, $0.fields.unfoldedCount) }.sorted { $0.1 > $1.1 }.prefix(5).map {
            "\(quoted($0.0)) (\($0.1) fields)"
        }.joined(separator: ", ")
    }
}

extension [ImportedField] {
    /// The number of fields with those of objects.
    fileprivate var unfoldedCount: Int {
        reduce(0) { count, field in
            switch field.type {
            case .object(let members), .objects(let members): count + 1 + members.unfoldedCount
            default: count + 1
            }
        }
    }
}
