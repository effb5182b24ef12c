import QuireSchema

/// What an import has to tell: what it left out, guessed, or could not read.
struct ImportNotes {
    private(set) var lines: [String] = []
    private(set) var hasErrors = false

    /// Something that was left out or guessed; the import goes on.
    mutating func warn(_ message: String, at location: SourceLocation) {
        lines.append("\(location): warning: \(message)")
    }

    /// Something without which there is nothing to write.
    mutating func fail(_ message: String, at location: SourceLocation) {
        hasErrors = true
        lines.append("\(location): error: \(message)")
    }

    /// Takes over what is wrong with a document's JSON. A key that stands twice is no reason to stop: the first counts.
    mutating func add(problemsOf document: JSONDocument) {
        for problem in document.problems {
            let place = document.location(problem.offset)
            let isHarmless = problem.code == .duplicateKey
            if isHarmless { warn(problem.message, at: place) } else { fail(problem.message, at: place) }
            if let note = problem.noteMessage {
                lines.append("\(document.location(problem.noteOffset)): note: \(note)")
            }
        }
    }
}
