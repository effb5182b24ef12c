extension DiagnosticCollector {
    /// Adds the syntax errors of a document.
    func add(problemsOf document: JSONDocument) {
        if let offset = document.breakOffset { addBreak(at: document.location(offset)) }
        for problem in document.problems {
            error(
                problem.code, problem.message, at: document.location(problem.offset),
                note: problem.noteMessage,
                noteAt: document.location(problem.noteOffset))
        }
        addDroppedErrors(document.problemCount - document.problems.count)
    }
}
