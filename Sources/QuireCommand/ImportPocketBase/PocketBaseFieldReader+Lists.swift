import QuireSchema

extension PocketBaseFieldReader {
    mutating func readSelect(
        _ settings: PocketBaseOptions, _ field: inout ImportedField, _ path: String
    ) {
        var values: [ImportedValue] = []
        var known: Set<String> = []
        for value in settings.texts("values", &errors) {
            if known.insert(value).inserted {
                values.append(ImportedValue(raw: value))
            } else {
                errors.notes.warn(
                    "the value \(quoted(value)) of \(path) is repeated; imported once", at: settings.location)
            }
        }
        let most = settings.count("maxSelect", &errors)
        if values.isEmpty {
            errors.notes.warn("\(path) has no values; imported as texts", at: settings.location)
            field.type = most > 1 ? .list(of: "text") : .named("text")
            field.operators = most > 1 ? [] : Self.exactOperators
        } else if most <= 1 {
            field.type = .choice(values)
            field.isSortable = true
        } else {
            field.type = .choices(values)
            if !isView, most < Int64(values.count) {
                field.constraints.append(.init("maxItems", .number(String(most))))
            }
            if !Self.canBeFound(known) {
                field.operators = []
                errors.notes.warn(
                    "PocketBase cannot find single values of \(path) exactly, because of their characters or because "
                        + "two of them differ in case only; imported without operators", at: settings.location
                )
            }
        }
    }

    /// Whether PocketBase can find each value in a list of them. It compares the list as JSON, ignores the case of
    /// ASCII letters, and gives `%` a meaning.
    private static func canBeFound(_ values: Set<String>) -> Bool {
        let escaped: Set<UInt8> = Set("\"\\%<>&".utf8)
        for value in values where value.utf8.contains(where: { $0 < 0x20 || escaped.contains($0) }) {
            return false
        }
        if values.contains(where: { $0.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" } }) {
            return false
        }
        let folded = values.map { value in value.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        return Set(folded).count == values.count
    }

    mutating func readRelation(
        _ settings: PocketBaseOptions, _ field: inout ImportedField, _ path: String
    ) {
        guard let id = settings.name("collectionId", &errors) else { return }
        guard let target = targets.name(of: id) else {
            errors.add(
                "the relation \(path) points to the collection with the id \(quoted(id)), which is not described here. "
                    + "Add it", at: settings.location)
            return
        }
        if settings.flag("cascadeDelete", &errors) { leaveOut("cascadeDelete") }
        let isMany = settings.count("maxSelect", &errors) > 1
        if targets.isImported(target) {
            field.type = isMany ? .relations(module: target) : .relation(module: target)
        } else {
            errors.notes.warn(
                "the relation \(path) points to \(quoted(target)), which is not imported; it holds ids as texts",
                at: settings.location)
            field.type = isMany ? .list(of: "text") : .named("text")
            if !isMany { field.operators = Self.exactOperators }
            field.description.append(
                "\(isMany ? "Ids" : "The id") of \(quoted(target)), which the schema does not contain.")
        }
        if isMany, !isView { readItemCounts(settings, &field) }
    }

    mutating func readFile(_ settings: PocketBaseOptions, _ field: inout ImportedField) {
        let types = settings.texts("mimeTypes", &errors)
        func all(_ kind: String) -> Bool { !types.isEmpty && types.allSatisfy { $0.hasPrefix(kind + "/") } }
        let name = ["image", "video", "audio"].first(where: all) ?? "document"
        let isMany = settings.count("maxSelect", &errors) > 1
        field.type = isMany ? .list(of: name) : .named(name)
        // A file is compared by its name on the server, which an app does not know.
        field.operators = []
        if !settings.texts("thumbs", &errors).isEmpty { leaveOut("thumbs") }
        if isView { return }
        if !types.isEmpty {
            field.description.append(
                "Of the types \(printable(types.joined(separator: ", "), limit: 400)).")
        }
        if settings.flag("protected", &errors) { field.description.append("Reading it needs a file token.") }
        readSize(settings, &field)
        if isMany { readItemCounts(settings, &field) }
    }

    private mutating func readItemCounts(_ settings: PocketBaseOptions, _ field: inout ImportedField) {
        let least = settings.count("minSelect", &errors)
        let most = settings.count("maxSelect", &errors)
        if least > most || most > 1_000_000_000 { return }
        if settings.flag("required", &errors) {
            field.constraints.append(.init("minItems", .number(String(max(least, 1)))))
        } else if least > 1 {
            // PocketBase accepts none.
            field.description.append("None, or at least \(least).")
        }
        field.constraints.append(.init("maxItems", .number(String(most))))
    }
}
