import QuireCore
import QuireStore
import QuireTerminal
import QuireToolbox

/// A line that was not loaded, and the reason.
struct LineProblem: Error, Sendable, Hashable {
    /// Counted from 1.
    var line: Int
    /// The reason, as a sentence without a full stop.
    var reason: String

    init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }

    init(line: Int, _ error: ContentDecodingError) {
        let place = error.path.isEmpty ? "" : "\(error.path): "
        self.init(line: line, reason: "\(place)expected \(error.expected), found \(error.found)")
    }

    init(line: Int, _ violations: [ConstraintViolation]) {
        self.init(line: line, reason: violations.map { "values.\($0)" }.joined(separator: "; "))
    }

    #if SQLite
    init(_ rejected: RejectedLineError) { self.init(line: rejected.line, reason: rejected.reason) }
    #endif

    /// The problem in the compiler's format, with its line.
    func text(in path: String) -> String {
        "\(PlainText.oneLine(path)):\(line):1: error: \(PlainText.oneLine(reason))"
    }
}
