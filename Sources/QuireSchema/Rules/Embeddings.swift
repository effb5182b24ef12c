extension SchemaResolver {
    /// Checks the fields of an embedding: full text must search each of them, because it embeds the same texts.
    func resolveEmbedding(_ declared: DeclaredModule, _ fields: [Field]) -> Embedding? {
        guard let embedding = declared.embedding else { return nil }
        let candidates = fields.flatMap {
            [($0.name, $0)] + $0.queryableMembers(after: "").map { ($0.path, $0.member) }
        }
        var names: [String] = []
        for name in embedding.fields {
            guard let field = candidates.first(where: { $0.0 == name.text })?.1 else {
                if declarations.isIncomplete { continue }
                let searchable = candidates.filter { $0.1.searchable != nil }.map(\.0)
                diagnostics.error(
                    .unknownField,
                    "unknown field \(quoted(name.text)) in 'embedding'\(suggestion(for: name.text, among: searchable))",
                    at: name.location)
                continue
            }
            if names.contains(name.text) {
                diagnostics.error(
                    .invalidEmbedding, "the field \(quoted(name.text)) stands twice in 'embedding'",
                    at: name.location)
            } else if !field.type.isSearchable(base: scalarBase(of: field.type)) {
                diagnostics.error(
                    .invalidEmbedding,
                    "a field of type \(quoted(field.type.spelling)) has no text to embed; name fields with text",
                    at: name.location)
            } else if field.searchable == nil {
                diagnostics.error(
                    .invalidEmbedding,
                    "the field \(quoted(name.text)) is not searchable, and search by meaning needs its words too; mark it with 'searchable', or leave it out of 'embedding'",
                    at: name.location)
            } else {
                names.append(name.text)
            }
        }
        return Embedding(of: names, dimensions: embedding.dimensions, model: embedding.model)
    }
}
