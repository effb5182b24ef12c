import Foundation
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
    /// The id of the item, if it could be read.
    var id: String?

    init(line: Int, reason: String, id: String? = nil) {
        self.line = line
        self.reason = reason
        self.id = id
    }

    init(line: Int, _ error: ContentDecodingError) {
        let place = error.path.isEmpty ? "" : "\(error.path): "
        self.init(
            line: line, reason: "\(place)expected \(error.expected), found \(error.found)", id: error.id)
    }

    init(line: Int, _ violations: [ConstraintViolation]) {
        self.init(line: line, reason: violations.map { "values.\($0)" }.joined(separator: "; "))
    }

    #if SQLite
    init(_ rejected: RejectedLineError) {
        self.init(line: rejected.line, reason: rejected.reason, id: rejected.error.id)
    }
    #endif

    /// The problem in the compiler's format, with its line.
    func text(in path: String) -> String {
        "\(PlainText.oneLine(path)):\(line):1: error: \(PlainText.oneLine(reason))"
    }
}

/// The system's reason for a failure of Foundation's file functions.
enum FileReason {
    /// `No space left on device`, without domains and codes.
    static func of(_ error: any Error) -> String {
        var error = error as NSError
        while let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = cause }
        guard error.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return String(cString: strerror(Int32(truncatingIfNeeded: error.code)))
    }
}

/// A warning about a line of a data file.
struct LineNote: Sendable, Hashable {
    /// Counted from 1.
    var line: Int
    var text: String

    /// The warning in the compiler's format.
    func text(in path: String) -> String {
        "\(PlainText.oneLine(path)):\(line):1: warning: \(PlainText.oneLine(text))"
    }
}

/// The first of many similar notes, and the number of the others.
struct LimitedNotes: Sendable {
    /// What the number of the others is about: `more columns have repeated names`.
    let others: String
    private var first: [LineNote] = []
    private var hidden = 0

    private static let most = 20

    init(others: String) { self.others = others }

    mutating func add(_ note: LineNote) {
        if first.count < Self.most { first.append(note) } else { hidden += 1 }
    }

    var notes: [LineNote] {
        hidden == 0 ? first : first + [LineNote(line: first.last?.line ?? 1, text: "\(hidden) \(others)")]
    }
}
