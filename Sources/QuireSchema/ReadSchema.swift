/// A schema document in memory.
public struct SchemaDocument: Sendable {
    /// The name in diagnostics.
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    public init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }
}

/// Reads the schema from files and folders, and checks it completely.
///
/// ```swift
/// let (schema, diagnostics) = readSchema(paths: ["Schema"])
/// for diagnostic in diagnostics { print(diagnostic) }
/// ```
/// In a folder and its subfolders, all files that end in `.json` are read. Documents are read in the byte order of
/// their paths, whatever order they are given in. The schema is `nil` if and only if a diagnostic is an error.
public func readSchema(paths: [String]) -> (schema: Schema?, diagnostics: [Diagnostic]) {
    let diagnostics = DiagnosticCollector()
    let files = documentPaths(paths, diagnostics)
    if paths.isEmpty { diagnostics.error(.noDocuments, "no schema was given", at: nil) }
    var documents: [SchemaDocument] = []
    for path in files {
        let (bytes, failure) = readFile(path, atMost: JSONLimits.bytes)
        if let failure {
            diagnostics.error(.fileUnreadable, "cannot read \(quoted(path)): \(failure)", at: nil)
        } else {
            documents.append(SchemaDocument(path: path, bytes: bytes))
        }
    }
    return readSchema(documents, diagnostics)
}

/// The paths of the documents that a schema's files and folders consist of.
package func documentPaths(_ paths: [String]) -> (paths: [String], diagnostics: [Diagnostic]) {
    let diagnostics = DiagnosticCollector()
    return (documentPaths(paths, diagnostics), diagnostics.sorted())
}

private func documentPaths(_ paths: [String], _ diagnostics: DiagnosticCollector) -> [String] {
    var files: [String] = []
    for path in paths {
        guard isFolder(path) else {
            files.append(path)
            continue
        }
        let (documents, failure) = findDocuments(in: path)
        if let failure {
            diagnostics.error(.fileUnreadable, "cannot read the folder \(quoted(path)): \(failure)", at: nil)
        } else if documents.isEmpty {
            diagnostics.error(
                .noDocuments, "the folder \(quoted(path)) has no file that ends in .json", at: nil)
        }
        files += documents
    }
    return files
}

/// Reads a schema from memory, and checks it completely.
public func readSchema(documents: [SchemaDocument]) -> (schema: Schema?, diagnostics: [Diagnostic]) {
    let diagnostics = DiagnosticCollector()
    if documents.isEmpty { diagnostics.error(.noDocuments, "no schema was given", at: nil) }
    return readSchema(documents, diagnostics)
}

private func readSchema(
    _ documents: [SchemaDocument], _ diagnostics: DiagnosticCollector
) -> (schema: Schema?, diagnostics: [Diagnostic]) {
    var reader = SchemaReader(diagnostics: diagnostics)
    // A file that could not be read may declare anything.
    reader.declarations.isIncomplete = diagnostics.hasErrors
    var sources: [String] = []
    let ordered = documents.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for document in ordered where sources.last != document.path {
        let parsed = JSONDocument(path: document.path, bytes: document.bytes)
        if parsed.isJSONSchema { continue }
        sources.append(document.path)
        reader.read(parsed)
    }
    if sources.isEmpty, !diagnostics.hasErrors {
        diagnostics.error(
            .noDocuments, "no document is a schema of Quire; those of json-schema.org are skipped",
            at: nil)
    }
    var resolver = SchemaResolver(reader.declarations, diagnostics: diagnostics)
    let schema = resolver.resolve(sources: sources)
    if schema.modules.isEmpty, !diagnostics.hasErrors {
        let start = sources.first.map { SourceLocation(path: $0, line: 1, column: 1) }
        diagnostics.warning(.noModules, "the schema declares no module; nothing will be generated", at: start)
    }
    return (diagnostics.hasErrors ? nil : schema, diagnostics.sorted())
}
