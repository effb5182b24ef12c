extension DocumentReader {
    /// The largest number of components of a vector.
    private static let mostDimensions: Int64 = 4_096

    /// Reads `"embedding": { "of": ["title", "text"], "dimensions": 384, "model": "all-MiniLM-L6-v2" }`.
    func readEmbedding(_ module: Members) -> DeclaredEmbedding? {
        guard let value = module[.embedding],
            let members = members(of: value, "an embedding", Key.embeddingKeys)
        else { return nil }
        for key in [Key.of, .dimensions, .model] where members[key] == nil {
            reportMissing(key, in: members, "an embedding")
        }
        let fields = names(members, of: .of, what: "a field's name")
        if let list = members[.of], case .array = list.kind, list.elements.isEmpty {
            diagnostics.error(
                .invalidEmbedding, "'of' must name at least one searchable field", at: list.location)
        }
        let model = locatedText(members, .model)
        if let model, model.text.isEmpty {
            diagnostics.error(
                .invalidEmbedding, "'model' must name the model of the vectors", at: model.location)
        }
        guard let dimensions = dimensions(members), let model, !fields.isEmpty else { return nil }
        return DeclaredEmbedding(
            fields: fields, dimensions: dimensions, model: model.text, location: value.location)
    }

    private func dimensions(_ members: Members) -> Int? {
        guard let value = members[.dimensions] else { return nil }
        guard let dimensions = value.integer else {
            reportType(of: value, "'dimensions' must be a whole number")
            return nil
        }
        guard (1...Self.mostDimensions).contains(dimensions) else {
            diagnostics.error(
                .invalidEmbedding, "'dimensions' must be from 1 to \(Self.mostDimensions)", at: value.location
            )
            return nil
        }
        return Int(dimensions)
    }
}
