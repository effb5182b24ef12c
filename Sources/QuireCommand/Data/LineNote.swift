import QuireTerminal
import QuireToolbox

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
