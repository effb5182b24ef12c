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
