extension SchemaResolver {
    /// Checks the popularity field of full text: it must hold a single number per item.
    func resolveRanking(_ declared: DeclaredModule, _ fields: [Field]) -> Ranking? {
        guard let popularity = declared.popularity else { return nil }
        guard let field = fields.first(where: { $0.name == popularity.text }) else {
            if declarations.isIncomplete { return nil }
            let numbers = fields.filter(isRankable).map(\.name)
            diagnostics.error(
                .unknownField,
                "unknown field \(quoted(popularity.text)) in 'ranking'\(suggestion(for: popularity.text, among: numbers))",
                at: popularity.location)
            return nil
        }
        guard isRankable(field) else {
            let reason =
                if case .list = field.type { "a list has no single value to rank by" } else {
                    "a field of type \(quoted(field.type.spelling)) has no number to rank by"
                }
            diagnostics.error(
                .notRankable, "\(reason); name an 'integer' or 'number' field", at: popularity.location)
            return nil
        }
        return Ranking(popularity: popularity.text)
    }

    private func isRankable(_ field: Field) -> Bool {
        switch field.type {
        case .integer, .number: true
        case .scalar: [.integer, .number].contains(scalarBase(of: field.type))
        default: false
        }
    }
}
