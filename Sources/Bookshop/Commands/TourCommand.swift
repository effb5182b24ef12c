import Quire
import QuireTerminal

/// `bookshop tour`: runs typed queries and prints their rows.
struct TourCommand: Sendable {
    var common: CommonOptions

    static let description = CommandDescription(
        "tour", summary: "Show typed queries with their results (default command).",
        discussion: """
            Shows each query in Swift with its results. With --explain, also shows its filter tree, the store's
            SQL, and the request to a HALO server.
            """,
        examples: ["bookshop", "bookshop tour --explain | less -R", "bookshop --data my-books.ndjson"])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        common = try CommonOptions(arguments, for: Self.description)
    }

    func run(in session: Session) async throws {
        let output = session.output
        for (number, step) in Tour.steps.enumerated() {
            if number > 0 { try output.line() }
            try output.styled(output.style.bold("\(number + 1). \(step.title)"))
            try output.line()
            for line in step.swift.split(separator: "\n", omittingEmptySubsequences: false) {
                try output.styled("    " + output.style.accent(String(line)))
            }
            try output.line()
            try session.explain(step.request)
            do {
                let (table, summary) = try await step.table(session)
                if !table.rows.isEmpty { try session.print(table, indent: "  ") }
                try output.styled("  " + output.style.dim(summary))
            } catch let error as UnsupportedError {
                // A server may support fewer operations than the store. The tour continues.
                try output.styled("  " + output.style.warning("\(error)"))
            }
        }
    }
}
