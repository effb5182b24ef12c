import Foundation
import QuireCore
import QuireTerminal

/// The scores of an earlier run, read from the output of `quire evaluate --json`.
struct EvaluationBaseline: Sendable, Hashable {
    /// A score in the earlier run and now.
    struct Change: Sendable, Hashable {
        var name: String
        var before: Double
        var now: Double

        var text: String { String(format: "%@ was %.3f and is %.3f", name, before, now) }
    }

    /// By their names.
    var scores: [String: Double]
    /// How much lower a score may be.
    var allowedDrop: Double

    init(scores: [String: Double], allowedDrop: Double) {
        self.scores = scores
        self.allowedDrop = allowedDrop
    }

    /// Reads a file. Of a comparison of two engines, the first one counts.
    init(file: String, allowedDrop: String?) throws(UsageError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw UsageError(
                "--baseline: cannot read the file: \(error). Save one with quire evaluate --json > <file>")
        }
        var allowed = 0.005
        if let text = allowedDrop {
            guard let number = Double(text), number >= 0, number.isFinite else {
                throw UsageError("--allowed-drop \(text): expected a number from 0 up, such as 0.01")
            }
            allowed = number
        }
        try self.init(json, allowedDrop: allowed)
    }

    init(_ json: JSONValue, allowedDrop: Double) throws(UsageError) {
        var report = json
        if case .array(let engines)? = json.member("engines"), let first = engines.first { report = first }
        var scores: [String: Double] = [:]
        for (name, _) in SearchMetrics([]).scores {
            switch report.member(name) {
            case .number(let number)?: scores[name] = number
            case .integer(let number)?: scores[name] = Double(number)
            default: break
            }
        }
        guard !scores.isEmpty else {
            throw UsageError(
                "--baseline: the file has no scores. Save one with quire evaluate --json > <file>")
        }
        self.init(scores: scores, allowedDrop: allowedDrop)
    }

    /// The scores that both runs have.
    func changes(to metrics: SearchMetrics) -> [Change] {
        metrics.scores.compactMap { name, value in
            scores[name].map { Change(name: name, before: $0, now: value) }
        }
    }

    /// Whether a score is lower than allowed.
    func isTooLow(_ change: Change) -> Bool { change.now < change.before - allowedDrop - 1e-9 }

    func print(_ changes: [Change], to output: Output) throws {
        try output.line()
        var table = Table([.left("score"), .right("baseline"), .right("now"), .right("change")])
        for change in changes {
            table.add(
                [change.name] + [change.before, change.now].map { String(format: "%.3f", $0) }
                    + [String(format: "%+.3f", change.now - change.before)])
        }
        try output.table(table)
    }
}
