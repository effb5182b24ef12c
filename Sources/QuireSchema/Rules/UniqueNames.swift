extension SchemaResolver {
    /// Indexes declarations by name, and reports duplicates.
    func index(_ names: [LocatedText], _ what: String) -> [String: Int] {
        var index: [String: Int] = [:]
        for (position, name) in names.enumerated() where !name.text.isEmpty {
            if let first = index[name.text] {
                reportDuplicate(name, of: names[first], what)
            } else {
                index[name.text] = position
            }
        }
        return index
    }

    func reportDuplicate(_ name: LocatedText, of first: LocatedText, _ what: String) {
        diagnostics.error(
            .duplicateName, "the \(what) \(quoted(name.text)) is declared twice", at: name.location,
            note: "it is declared here first", noteAt: first.location)
    }

    /// Reports a field with the name of an earlier one.
    func checkUniqueFields(_ fields: [Field]) {
        var first: [String: SourceLocation] = [:]
        for field in fields where !field.name.isEmpty {
            if let earlier = first[field.name] {
                let name = LocatedText(text: field.name, location: field.nameLocation)
                reportDuplicate(name, of: LocatedText(text: field.name, location: earlier), "field")
            } else {
                first[field.name] = field.nameLocation
            }
        }
    }
}
