import QuireSchema

/// What an import has to tell: what it left out, guessed, or could not read.
struct ImportNotes {
    /// Warnings that are told; the next ones are only counted.
    static let most = 1_000

    private var told: [String] = []
    private var warningCount = 0
    private(set) var hasErrors = false

    /// What is told, a line each.
    var lines: [String] {
        guard warningCount > Self.most else { return told }
        return told + ["quire: warning: \(warningCount - Self.most) more of these are not shown"]
    }

    /// Something that was left out or guessed; the import goes on.
    mutating func warn(
        _ message: @autoclosure () -> String, at location: @autoclosure () -> SourceLocation
    ) {
        warningCount += 1
        if warningCount <= Self.most { told.append("\(location()): warning: \(message())") }
    }

    /// Something without which there is nothing to write.
    mutating func fail(_ message: String, at location: SourceLocation) {
        hasErrors = true
        told.append("\(location): error: \(message)")
    }

    /// Takes over what is wrong with a document's JSON. A key that stands twice is no reason to stop: the first counts.
    mutating func add(problemsOf document: JSONDocument) {
        for problem in document.problems {
            let place = document.location(problem.offset)
            let isHarmless = problem.code == .duplicateKey
            if isHarmless { warn(problem.message, at: place) } else { fail(problem.message, at: place) }
            if let note = problem.noteMessage {
                told.append("\(document.location(problem.noteOffset)): note: \(note)")
            }
        }
    }
}
