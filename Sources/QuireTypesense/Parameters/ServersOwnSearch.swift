import QuireCore
import QuireRemote

/// What a search passes on to the server beside the typed query: parameters, and the request for highlights.
struct ServersOwnSearch: Sendable {
    let parameters: TypesenseParameters
    /// The fields to highlight: searched, and in the response.
    let highlighted: [String]
    /// Whether curation on the server may move and hide items. Reading everything in order needs it off.
    let allowsCuration: Bool

    /// - Parameter text: The text search; `nil` if the request has no words.
    /// - Throws: `QueryError`, `UnsupportedError`.
    init(_ request: SearchRequest, text: ExistingText?, _ search: IndexedSearch, _ settings: TypesenseSettings)
        throws
    {
        allowsCuration = request.page != .all
        if allowsCuration {
            parameters = try TypesenseParameters(of: request, defaults: settings.parameters)
        } else {
            guard request.parameters(TypesenseParameters.self) == nil else {
                throw UnsupportedError(
                    engine: TypesenseConnection.engineName, node: "parameters on a whole result",
                    hint: "the server applies them to pages; use .page(1, size: …), or leave them out")
            }
            parameters = TypesenseParameters()
        }
        let shown = search.fields.map { Set($0.map(\.ordinal)) }
        highlighted =
            text?.fields.filter { shown?.contains($0.ordinal) ?? true }.map(\.descriptor.name) ?? []
    }

    /// Whether the server decides something.
    var marksPage: Bool { !parameters.isEmpty }

    func write(to json: inout JSONWriter) {
        json.key("highlight_fields")
        json.string(highlighted.isEmpty ? "none" : highlighted.joined(separator: ","))
        if !highlighted.isEmpty {
            let tags = ServerHighlights.markup
            let texts = [
                ("highlight_full_fields", highlighted.joined(separator: ",")),
                ("highlight_start_tag", tags.opening), ("highlight_end_tag", tags.closing),
            ]
            for (name, text) in texts {
                json.key(name)
                json.string(text)
            }
            // Only the structure that has nested fields.
            json.key("enable_highlight_v1")
            json.boolean(false)
        }
        for member in parameters.members {
            json.key(member.name)
            json.value(member.value)
        }
    }
}

extension ExistingText {
    /// The parts of a search that say what is looked for.
    func write(to json: inout JSONWriter) {
        for (name, text) in [("q", q), ("query_by", queryBy), ("query_by_weights", weights)] {
            json.key(name)
            json.string(text)
        }
        json.key("prefix")
        json.boolean(isPrefix)
    }
}
