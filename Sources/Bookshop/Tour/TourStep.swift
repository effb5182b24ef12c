import Quire
import QuireTerminal

/// A step of the tour: a question, the query in Swift, and its rows.
struct TourStep: Sendable {
    let title: String
    /// The source code of the query.
    let swift: String
    /// The untyped request.
    let request: SearchRequest
    /// Runs the query and returns a table of its rows.
    let table: @Sendable (Session) async throws -> (table: Table, summary: String)

    /// A step whose query fetches items.
    init<Module>(
        _ title: String, swift: String, _ query: Query<Module>, noun: String,
        table: @escaping @Sendable (Page<Content<Module>>) -> Table
    ) {
        self.title = title
        self.swift = swift
        request = query.request
        self.table = { session in
            let page = try await session.fetch(query)
            return (table(page), try await session.summary(of: page, query, noun: noun))
        }
    }

    /// A step that calls the client.
    ///
    /// - Parameters:
    ///   - request: The main request of the call, to explain it.
    ///   - table: Returns a table of the result, and the number of its parts for the summary.
    init<Result>(
        _ title: String, swift: String, _ call: @escaping @Sendable (ContentClient) async throws -> Result,
        noun: String, request: SearchRequest,
        table: @escaping @Sendable (Result) -> (table: Table, count: Int)
    ) {
        self.title = title
        self.swift = swift
        self.request = request
        self.table = { session in
            let (table, count) = table(try await call(session.content))
            return (table, Text.count(count, noun))
        }
    }

    /// A step whose query fetches rows of some fields.
    init<Module, Row>(
        _ title: String, swift: String, _ selection: Selection<Module, Row>, noun: String,
        table: @escaping @Sendable (Page<Row>) -> Table
    ) {
        self.title = title
        self.swift = swift
        request = selection.request
        self.table = { session in
            let page = try await session.fetch(selection)
            return (table(page), Session.summary(of: page.pageInfo, count: page.count, noun: noun))
        }
    }
}
