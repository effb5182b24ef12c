import QuireGenerator
import QuireSchema

/// The result of an import.
struct ImportOutcome {
    /// The schema's text. `nil` if there is nothing to write, for the reasons in `notes`.
    var text: String?
    var moduleCount = 0
    var fieldCount = 0
    /// The size of the Swift code that the schema becomes.
    private(set) var generatedBytes = 0
    /// The notes, one per line, in the compiler's format.
    var notes: [String]

    /// A result without a schema.
    init(notes: [String]) { self.notes = notes }

    /// Writes a schema as text, and checks it as `quire check` does.
    init(_ schema: ImportedSchema, notes: ImportNotes) {
        self.notes = notes.lines
        let document = schema.document
        let errors = generateCode(for: document)
        guard errors.isEmpty else {
            self.notes.append("quire: error: the import created an invalid schema; please report this:")
            self.notes += errors
            return
        }
        text = String(decoding: document.bytes, as: UTF8.self)
        moduleCount = schema.modules.count
        fieldCount = schema.modules.reduce(0) { $0 + $1.fields.count }
    }

    /// Generates the code, and returns the errors that `quire check` would report. If there are any, the import has a
    /// bug.
    private mutating func generateCode(for document: SchemaDocument) -> [String] {
        let (schema, diagnostics) = readSchema(documents: [document])
        guard let schema else { return diagnostics.map(\.description) }
        let generation = generate(schema)
        generatedBytes = generation.files.reduce(0) { $0 + $1.text.utf8.count }
        return generation.diagnostics.filter { $0.severity == .error }.map(\.description)
    }
}

/// The destination of an imported schema.
struct ImportOutput {
    /// A file, or `-` for standard output.
    var path: String
    var overwrites: Bool

    /// Whether the destination can be written. Prints the reason if not.
    var isFree: Bool {
        if path == "-" || overwrites || !FileSystem.exists(path) { return true }
        printError(
            "quire: error: \(quoted(path)) exists already; --force overwrites it, --output names another")
        return false
    }

    /// Writes the complete schema or nothing, and reports the result.
    func write(_ outcome: ImportOutcome) -> Bool {
        guard let text = outcome.text else { return false }
        return write(text, modules: outcome.moduleCount, fields: outcome.fieldCount)
    }

    /// Writes the text of a schema.
    func write(_ text: String, modules moduleCount: Int, fields fieldCount: Int) -> Bool {
        if path == "-" {
            printOrExit(String(text.dropLast()))
        } else {
            do throws(FileFailure) {
                if let slash = path.lastIndex(of: "/") { try FileSystem.makeFolder(String(path[..<slash])) }
                guard isFree else { return false }
                try FileSystem.write(Array(text.utf8), to: path)
            } catch {
                printError("\(error)")
                return false
            }
        }
        let modules = moduleCount == 1 ? "1 module" : "\(moduleCount) modules"
        let fields = fieldCount == 1 ? "1 field" : "\(fieldCount) fields"
        let place = path == "-" ? "printed" : "wrote \(path):"
        printError("\(place) \(modules) with \(fields)")
        return true
    }
}
