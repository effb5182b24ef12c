/// Proposes what queries can do with a field of a description without items: sort, search and facets by type and name.
enum DeclaredSettings {
    static func apply(to field: inout ImportedField, format: String?) {
        let name = field.name.lowercased()
        switch field.type {
        case .named("integer"), .named("number"), .date: field.isSortable = true
        case .named("boolean"), .choice: field.facet = "disjunctive"
        case .choices: field.facet = "conjunctive"
        case .named("longText"), .named("html"): field.searchWeight = 2
        case .list(of: "text"): field.searchWeight = 4
        case .named("text"):
            let isTitle = ["title", "name", "headline", "label"].contains(name)
            if isTitle { field.isSortable = true }
            // An identifier has no words.
            if format == nil { field.searchWeight = isTitle ? 10 : 4 }
        default: break
        }
    }
}
