import Foundation
import Quire
import Testing

@testable import QuireConformance

/// The capabilities of each engine, found by testing them: a row for each capability, a column for each engine.
struct SupportTable: Sendable {
    struct Row: Sendable {
        var name: String
        /// The requests by subject: a type, a number, or nothing.
        var probes: [(subject: String, requests: [SearchRequest])]
    }

    /// An engine's results, by row.
    struct Column: Sendable {
        var engine: String
        var cells: [String: String]
    }

    var columns: [Column]

    /// As Markdown: the rows in order, the engines as columns.
    var markdown: String {
        var lines = [
            "| | \(columns.map(\.engine).joined(separator: " | ")) |",
            "|---|\(columns.map { _ in "---|" }.joined())",
        ]
        for name in SupportRows.names {
            let cells = columns.map { $0.cells[name] ?? "" }
            lines.append("| \(name) | \(cells.joined(separator: " | ")) |")
        }
        return lines.joined(separator: "\n")
    }

    /// Tests every request on an engine that contains the hard documents.
    ///
    /// Each request is validated and searched: an engine must reject it in both or in neither.
    static func column(
        _ subject: any EngineUnderTest, _ engine: any ContentEngine
    ) async throws -> Column {
        var cells: [String: String] = [:]
        for row in SupportRows.all {
            var responses: [(subject: String, supported: Int, asked: Int)] = []
            for (what, requests) in row.probes {
                var supported = 0
                for batch in requests.batches(of: subject.options.batchSize) {
                    let able = batch.filter { engine.refusal(of: $0) == nil }
                    _ = try await engine.pages(able)
                    for request in batch where engine.refusal(of: request) != nil {
                        await #expect(throws: UnsupportedError.self, "\(subject.name): \(row.name)") {
                            try await engine.ids(request)
                        }
                    }
                    supported += able.count
                }
                responses.append((what, supported, requests.count))
            }
            cells[row.name] = cell(responses)
        }
        for (name, response) in SupportRows.abilities { cells[name] = response(engine) }
        return Column(engine: subject.name, cells: cells)
    }

    /// "yes", "–", or the supported part.
    private static func cell(_ responses: [(subject: String, supported: Int, asked: Int)]) -> String {
        let whole = responses.filter { $0.supported == $0.asked }.map(\.subject)
        let partly = responses.filter { $0.supported > 0 && $0.supported < $0.asked }.map(\.subject)
        let none = responses.filter { $0.supported == 0 }.map(\.subject)
        if none.isEmpty, partly.isEmpty { return "yes" }
        if whole.isEmpty, partly.isEmpty { return "–" }
        var parts: [String] = []
        if whole.isEmpty {
        } else if none.count + partly.count < whole.count {
            let others = none.isEmpty ? [] : ["not \(none.joined(separator: ", "))"]
            parts = ["yes"] + others
        } else {
            parts.append(whole.joined(separator: ", "))
        }
        if !partly.isEmpty {
            parts.append(
                responses.count == 1 || partly.count == responses.count
                    ? "some values" : "some values of \(partly.joined(separator: ", "))")
        }
        return parts.joined(separator: "; ")
    }
}
