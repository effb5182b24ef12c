import QuireCore
import QuireRemote

/// What a search passes on to the server beside the typed query: parameters, and the request for highlights.
struct ServersOwnSearch: Sendable {
    let parameters: TypesenseParameters
    /// The fields to highlight: searched, and in the response.
    let highlighted: [String]
    /// Whether curation on the server may move and hide items. Reading everything in order needs it off.
    let allowsCuration: Bool

    /// - Parameters:
    ///   - text: The server's own text search; `nil` if the request has no words.
    ///   - followsCursors: Whether pages continue after an item, which no item may be moved across.
    /// - Throws: `QueryError`, `UnsupportedError`.
    init(
        _ search: IndexedSearch, text: TextPlan?, followsCursors: Bool, settings: TypesenseSettings
    ) throws {
        let request = search.request
        allowsCuration =
            switch request.page {
            case .all: false
            case .cursor: !followsCursors
            case .standard, .page, .offset: true
            }
        if allowsCuration {
            parameters = try TypesenseParameters(of: request, defaults: settings.parameters)
        } else {
            guard request.parameters(TypesenseParameters.self) == nil else {
                throw UnsupportedError(
                    node: "parameters of a result that is read item after item",
                    hint:
                        "the server applies them to numbered pages; use .page(1, size: …), or leave them out")
            }
            parameters = TypesenseParameters()
        }
        let ordinals = search.fields.map { Set($0.map(\.ordinal)) }
        highlighted =
            text?.fields.filter { ordinals?.contains($0.ordinal) ?? true }.map(\.descriptor.name) ?? []
    }

    /// Whether the server decides something.
    var marksPage: Bool { !parameters.isEmpty }

    /// The members of the search.
    var members: [JSONValue.Member] {
        guard !highlighted.isEmpty else {
            return [.init("highlight_fields", .string("none"))] + parameters.members
        }
        let (names, tags) = (JSONValue.string(highlighted.joined(separator: ",")), ServerHighlights.markup)
        return [
            .init("highlight_fields", names), .init("highlight_full_fields", names),
            .init("highlight_start_tag", .string(tags.opening)),
            .init("highlight_end_tag", .string(tags.closing)),
            // Only the structure that has nested fields.
            .init("enable_highlight_v1", .boolean(false)),
        ] + parameters.members
    }
}
