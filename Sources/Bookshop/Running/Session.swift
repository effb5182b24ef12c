import BookshopContent
import Foundation
import Quire
import QuireTerminal

/// The environment of a command: the content, and the output.
struct Session: Sendable {
    let content: ContentClient
    let output: Output
    let errors: Output
    /// Shows each query in all its forms. `nil` without `--explain`.
    let explainer: Explainer?
    /// The fallback if the engine cannot express a part of a filter.
    var fallback: Fallback?

    var engineName: String { content.engine.capabilities.name }

    /// Whether the engine can express a request, possibly with client-side filtering. Sends nothing.
    func accepts(_ request: SearchRequest) -> Bool {
        var request = request.placingNulls(on: content.engine)
        request.fallback = fallback
        return (try? request.explanation(on: content.engine)) != nil
    }

    /// Fetches a page. Items that do not fit the schema are reported, and the others are shown.
    func fetch<Module>(_ query: Query<Module>) async throws -> Page<Content<Module>> {
        for field in query.request.unplacedNulls(on: content.engine) {
            try note("The server does not support null ordering: items without '\(field)' may come first.")
        }
        let page = try await content.fetch(
            query.lenient().placingNulls(on: content.engine).fallback(fallback))
        try report(page.rejected)
        try noteScan(page.scanned)
        return page
    }

    /// Fetches a page of rows.
    func fetch<Module, Row>(_ selection: Selection<Module, Row>) async throws -> Page<Row> {
        try await content.fetch(selection)
    }

    private func noteScan(_ scanned: Int?) throws {
        guard let scanned else { return }
        try note(
            "\(engineName) cannot express the whole query: \(Text.count(scanned, "item")) scanned in the client."
        )
    }

    /// The ids of authors whose name contains a text, in any script.
    func authorIDs(named text: String) async throws -> [ContentID<Authors>] {
        let query = Authors.query().where(
            anyOf {
                $0.name.like(text)
                $0.nativeName.like(text)
            })
        try explain(query)
        return try await content.ids(query.fallback(fallback))
    }

    func explain<Module>(_ query: Query<Module>) throws { try explain(query.request) }

    func explain(_ request: SearchRequest) throws {
        guard let explainer else { return }
        for part in explainer.parts(of: request, fallback) {
            try output.styled(output.style.accent(part.title))
            for line in part.text.split(separator: "\n", omittingEmptySubsequences: false) {
                try output.styled("  " + output.style.dim(String(line)))
            }
        }
        try output.line()
    }

    func print(_ table: Table, indent: String = "") throws { try output.table(table, indent: indent) }

    /// Prints a heading and labelled lines, wrapped to the terminal's width.
    func print(heading: String, _ details: [Detail]) throws {
        try output.styled(output.style.bold(heading))
        let indent = (details.map { DisplayWidth.of($0.label) }.max() ?? 0) + 4
        for detail in details {
            let room = output.terminal.width.map { max(20, $0 - indent) } ?? .max
            let lines = HelpText.wrapped(detail.text, to: room)
            let space = String(repeating: " ", count: indent - 2 - DisplayWidth.of(detail.label))
            try output.styled("  " + output.style.dim(detail.label) + space + lines[0])
            for line in lines.dropFirst() { try output.line(String(repeating: " ", count: indent) + line) }
        }
        try output.line()
    }

    /// `20 of 35 books, page 1 of 2`.
    func printSummary<Module>(of page: Page<Content<Module>>, _ query: Query<Module>, noun: String)
        async throws
    {
        try output.styled(output.style.dim(try await summary(of: page, query, noun: noun)))
    }

    /// The same as text. Counts on the client if filtering happened there.
    func summary<Module>(
        of page: Page<Content<Module>>, _ query: Query<Module>, noun: String
    ) async throws -> String {
        var info = page.pageInfo
        if info.totalItems == nil, page.scanned != nil {
            info.totalItems = try await content.count(query.fallback(fallback))
        }
        return Self.summary(of: info, count: page.count, noun: noun)
    }

    static func summary(of info: PageInfo, count: Int, noun: String) -> String {
        guard let total = info.totalItems else { return Text.count(count, noun) }
        guard total > count else { return Text.count(total, noun) }
        guard count > 0 else {
            return
                "Page \(info.page) is past the end: \(Text.count(total, noun)), \(info.totalPages ?? 1) pages"
        }
        return "\(count) of \(Text.count(total, noun)), page \(info.page) of \(info.totalPages ?? 1)"
    }

    /// Prints the facet counts of all pages.
    func printCounts(of page: Page<Book>) throws {
        for table in CountTables.tables(of: page) {
            try output.line()
            try print(table)
        }
    }

    /// Prints a note about the results.
    func note(_ text: String) throws { try errors.lines(text) }

    private func report(_ rejected: [ContentDecodingError]) throws {
        for error in rejected {
            let item = error.id.map { " '\($0)'" } ?? ""
            try errors.styled(
                errors.style.warning(
                    "Skipped in \(error.module)\(item): \(error.path) should be \(error.expected), found \(error.found)."
                ))
        }
    }
}
