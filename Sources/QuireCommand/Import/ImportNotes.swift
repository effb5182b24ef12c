import QuireSchema

/// The notes of an import: what it skipped, guessed, or could not read.
struct ImportNotes {
    /// The maximum number of warnings. Further ones are only counted.
    static let most = 1_000

    private var notes: [String] = []
    private var warningCount = 0
    private(set) var hasErrors = false

    /// The notes, one per line.
    var lines: [String] {
        guard warningCount > Self.most else { return notes }
        return notes + ["quire: warning: \(warningCount - Self.most) more of these are not shown"]
    }

    /// Adds a note about something skipped or guessed. The import continues.
    mutating func warn(
        _ message: @autoclosure () -> String, at location: @autoclosure () -> SourceLocation
    ) {
        warningCount += 1
        if warningCount <= Self.most { notes.append("\(location()): warning: \(message())") }
    }

    /// Whether a schema can contain a name. Reports it if not.
    mutating func isName(_ name: String, of what: String, at location: SourceLocation) -> Bool {
        let problem =
            if name.isEmpty {
                "the name of \(what) is empty"
            } else if name.unicodeScalars.count > 256 {
                "the name of \(what) is longer than 256 characters"
            } else if let advice = composingAdvice(name) {
                "the name \(quoted(name)) of \(what) \(advice)"
            } else {
                ""
            }
        if !problem.isEmpty { warn("\(problem); skipped", at: location) }
        return problem.isEmpty
    }

    /// Adds an error that prevents writing a schema.
    mutating func fail(_ message: String, at location: SourceLocation) {
        hasErrors = true
        notes.append("\(location): error: \(message)")
    }

    /// Adds the JSON errors of a document. A repeated key is not an error: the first one counts.
    ///
    /// - Parameter harmless: The problems that only need a warning.
    mutating func add(
        problemsOf document: JSONDocument, harmless: Set<DiagnosticCode> = [.duplicateKey]
    ) {
        for problem in document.problems {
            let place = document.location(problem.offset)
            if harmless.contains(problem.code) {
                warn(problem.message, at: place)
            } else {
                fail(problem.message, at: place)
            }
            if let note = problem.noteMessage {
                notes.append("\(document.location(problem.noteOffset)): note: \(note)")
            }
        }
    }
}
