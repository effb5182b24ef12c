import Foundation
import Quire
import Testing

@testable import QuireConformance

/// The capabilities of each engine, found by asking it: a table for each question, a column for each engine.
struct SupportTable: Sendable {
    /// A table of the documentation.
    struct Question: Sendable {
        var title: String
        var rows: [Row]
    }

    struct Row: Sendable {
        var name: String
        var tests: Tests
    }

    /// How a cell is found.
    enum Tests: Sendable {
        /// By requests that the engine carries out or refuses.
        case requests([SearchRequest])
        /// By what the engine says of itself.
        case ability(@Sendable (any ContentEngine) -> String)
    }

    /// An engine's results, by question and row.
    struct Column: Sendable {
        var engine: String
        var cells: [String: String]

        static func key(_ question: Question, _ row: Row) -> String { "\(question.title): \(row.name)" }
    }

    var columns: [Column]

    /// As Markdown: the questions with their rows in order, the engines as columns.
    var markdown: String {
        SupportRows.questions.map { question in
            var lines = [
                "### \(question.title)", "", "| | \(columns.map(\.engine).joined(separator: " | ")) |",
                "|---|\(columns.map { _ in "---|" }.joined())",
            ]
            for row in question.rows {
                let cells = columns.map { $0.cells[Column.key(question, row)] ?? "" }
                lines.append("| \(row.name) | \(cells.joined(separator: " | ")) |")
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// Asks an engine everything.
    ///
    /// - Parameter carriesOut: Whether the requests are carried out too: an engine must refuse a request in both or in
    ///   neither.
    static func column(
        _ name: String, _ engine: any ContentEngine, batchSize: Int = 40, carriesOut: Bool = true
    ) async throws -> Column {
        var cells: [String: String] = [:]
        for question in SupportRows.questions {
            for row in question.rows {
                let cell: String
                switch row.tests {
                case .ability(let ability): cell = ability(engine)
                case .requests(let requests):
                    let accepted = requests.filter { engine.refusal(of: $0) == nil }
                    cell = Self.cell(accepted.count, of: requests.count)
                    guard carriesOut else { break }
                    for batch in accepted.batches(of: batchSize) { _ = try await engine.pages(Array(batch)) }
                    for request in requests where engine.refusal(of: request) != nil {
                        await #expect(throws: UnsupportedError.self, "\(name): \(row.name)") {
                            try await engine.ids(request)
                        }
                    }
                }
                cells[Column.key(question, row)] = cell
            }
        }
        return Column(engine: name, cells: cells)
    }

    /// How much of what was asked an engine supports.
    private static func cell(_ supported: Int, of asked: Int) -> String {
        switch supported {
        case asked: "yes"
        case 0: "–"
        default: supported * 2 >= asked ? "most" : "some"
        }
    }
}
