import QuireCore
import QuireRemote

extension CompiledSearch {
    /// The searched fields that the server highlights: those in the response that it analyzes itself.
    var highlighted: [String] {
        guard hasWords, let index = state.existing else { return [] }
        let shown = search.fields.map { Set($0.map(\.ordinal)) }
        return search.searchedFields.filter { shown?.contains($0.ordinal) ?? true }.compactMap {
            index.field($0).textName
        }
    }

    /// What the server gets beside the query.
    func writePassed(to json: inout JSONWriter) {
        for (name, value) in parameters.other.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.value(value)
        }
        guard !highlighted.isEmpty else { return }
        let tags = ServerHighlights.markup
        json.key("highlight")
        json.value(
            .of([
                "pre_tags": .texts([tags.opening]), "post_tags": .texts([tags.closing]),
                // Whole texts, which the highlights of a page are looked up by.
                "number_of_fragments": .integer(0),
                "fields": .object(highlighted.map { .init($0, .object([])) }),
            ]))
    }
}
