import QuireCore

/// Parses an order: `-year,title`, `rating:last`, `author.name`.
enum SortArgument {
    /// The keys of `--sort`, which may be repeated.
    ///
    /// A minus sorts descending. `:first` and `:last` set the position of items without a value. If a field has
    /// exactly this name, with all its characters, the field is used.
    static func keys(_ texts: [String], of names: FieldNames) throws(UsageError) -> [SortKey] {
        var keys: [SortKey] = []
        for text in texts {
            if let whole = try? key(text[...], names) {
                keys.append(whole)
                continue
            }
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                keys.append(try key(part, names))
            }
        }
        return keys
    }

    private static func key(_ text: Substring, _ names: FieldNames) throws(UsageError) -> SortKey {
        var name = text.trimmingSpaces
        if name.isEmpty { throw UsageError("--sort: an order is empty; expected '-year,title'") }
        if let key = try? key(name, names) { return key }
        var order = SortOrder.ascending
        if name.hasPrefix("-") {
            name.removeFirst()
            order = .descending
        }
        if let key = try? key(name, names, order) { return key }
        var nulls: SortKey.Nulls?
        for (suffix, place) in [(":first", SortKey.Nulls.first), (":last", .last)]
        where name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
            nulls = place
        }
        return try key(name, names, order, nulls)
    }

    /// The key of a field, of metadata, or of a field behind relations.
    private static func key(
        _ name: String, _ names: FieldNames, _ order: SortOrder = .ascending, _ nulls: SortKey.Nulls? = nil
    ) throws(UsageError) -> SortKey {
        if let path = try names.path(name, of: "--sort") {
            let field = try path.names.field(path.name, of: "--sort")
            return SortKey(.value(field.name), order, nulls: nulls, behind: path.steps)
        }
        return SortKey(try names.property(name, of: "--sort"), order, nulls: nulls)
    }
}
