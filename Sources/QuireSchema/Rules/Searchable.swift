extension SchemaResolver {
    /// Checks that a searchable field contains words.
    func checkSearchable(_ declared: DeclaredField, type: FieldType, base: Scalar.Base?) {
        guard let location = declared.searchableLocation, !type.isSearchable(base: base) else { return }
        diagnostics.error(
            .notSearchable, "a field of type \(quoted(type.spelling)) has no text to search", at: location)
    }
}

extension SchemaResolver {
    /// Warns about settings of full text in a module that full text cannot search.
    func checkHasSearchableField(_ module: Module, _ declared: DeclaredModule) {
        guard !declarations.isIncomplete, !module.hasSearchableField else {
            return
        }
        if module.ranking != nil {
            warnNoSearchableField(module, key: "ranking", location: declared.rankingLocation)
        }
        if !module.synonyms.isEmpty {
            warnNoSearchableField(module, key: "synonyms", location: declared.synonymsLocation)
        }
    }

    private func warnNoSearchableField(_ module: Module, key: String, location: SourceLocation?) {
        diagnostics.warning(
            .noSearchableField,
            "'\(key)' has no effect, because the module \(quoted(module.name)) has no searchable field; mark one with 'searchable', or remove '\(key)'",
            at: location)
    }
}

extension Module {
    /// Whether full text can search a field, or a member of an object.
    fileprivate var hasSearchableField: Bool {
        fields.contains { field in
            field.searchable != nil
                || field.queryableMembers(after: "").contains { $0.member.searchable != nil }
        }
    }
}

extension FieldType {
    /// Whether the type supports `searchable`.
    public func isSearchable(base: Scalar.Base? = nil) -> Bool {
        switch self {
        case .text, .longText, .html, .localizedText, .choice, .choices: return true
        case .scalar: return base == .text
        case .list(let element): return element.isSearchable(base: base)
        default: return false
        }
    }
}

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
