/// Collects diagnostics up to a useful number.
final class DiagnosticCollector {
    /// The maximum number of errors, and of warnings.
    static let limit = 100

    private var entries: [Diagnostic] = []
    private var said: Set<Diagnostic> = []
    private var keptErrors = 0
    private var keptWarnings = 0
    private var droppedErrors = 0
    /// The location at which parsing of a document stopped, by its path.
    private var breaks: [String: SourceLocation] = [:]

    /// Whether there is an error that prevents code generation.
    var hasErrors: Bool { keptErrors > 0 }

    func error(
        _ code: DiagnosticCode, _ message: @autoclosure () -> String,
        at location: @autoclosure () -> SourceLocation?,
        note: String? = nil, noteAt: @autoclosure () -> SourceLocation? = nil
    ) {
        if keptErrors == DiagnosticCollector.limit {
            droppedErrors += 1
            return
        }
        if add(.error, code, message: message(), at: location(), note: note, noteLocation: noteAt()) {
            keptErrors += 1
        }
    }

    func warning(
        _ code: DiagnosticCode, _ message: @autoclosure () -> String,
        at location: @autoclosure () -> SourceLocation?,
        note: String? = nil, noteAt: @autoclosure () -> SourceLocation? = nil
    ) {
        if keptWarnings == DiagnosticCollector.limit { return }
        if add(.warning, code, message: message(), at: location(), note: note, noteLocation: noteAt()) {
            keptWarnings += 1
        }
    }

    /// Notes where reading stopped in a document.
    func addBreak(at location: SourceLocation) { breaks[location.path] = location }

    /// Counts errors that are not kept.
    func addDroppedErrors(_ count: Int) { droppedErrors += count }

    /// All diagnostics, sorted by file, line and column, and a last line that counts the omitted ones.
    func sorted() -> [Diagnostic] {
        var ordered = Array(entries.enumerated())
        ordered.sort { left, right in
            switch (left.element.location, right.element.location) {
            case (nil, nil): return left.offset < right.offset
            case (nil, _): return true
            case (_, nil): return false
            case (.some(let first), .some(let second)):
                return first == second ? left.offset < right.offset : first < second
            }
        }
        var result: [Diagnostic] = []
        for entry in ordered { result.append(entry.element) }
        result = withoutConsequences(result)
        if droppedErrors > 0 {
            let what = droppedErrors == 1 ? "1 more error is" : "\(droppedErrors) more errors are"
            let last = result.last(where: { $0.severity == .error })?.location
            result.append(
                Diagnostic(
                    .error, DiagnosticCode.tooManyErrors.rawValue,
                    message: "\(what) not shown; fix these first",
                    at: last))
        }
        return result
    }

    /// Removes diagnostics that only follow from a break in a document. The first content error before the break is
    /// kept, because it may show where the mistake is.
    private func withoutConsequences(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        if breaks.isEmpty { return diagnostics }
        var hasFirst: Set<String> = []
        return diagnostics.filter { diagnostic in
            guard let location = diagnostic.location, let place = breaks[location.path],
                !diagnostic.code.hasPrefix("json-")
            else { return true }
            return location < place && hasFirst.insert(location.path).inserted
        }
    }

    /// Returns `false` for a duplicate: an error in a mixin is found again in every module that uses it.
    private func add(
        _ severity: Diagnostic.Severity, _ code: DiagnosticCode, message: String,
        at location: SourceLocation?,
        note: String?, noteLocation: SourceLocation?
    ) -> Bool {
        var diagnostic = Diagnostic(severity, code.rawValue, message: message, at: location)
        if let note, let noteLocation { diagnostic.notes.append(Diagnostic.Note(note, at: noteLocation)) }
        guard said.insert(diagnostic).inserted else { return false }
        entries.append(diagnostic)
        return true
    }
}
