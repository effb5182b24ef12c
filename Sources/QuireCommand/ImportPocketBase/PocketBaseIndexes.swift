import QuireSchema

/// The unique indexes of a collection, which are texts in SQL.
struct PocketBaseIndexes {
    private let location: SourceLocation
    private let collection: String
    private let texts: [String]

    init(_ collection: PocketBaseCollection, _ errors: inout PocketBaseErrors) {
        self.collection = collection.name
        location = (collection.json.value(of: "indexes") ?? collection.json).location
        let settings = PocketBaseOptions(
            collection.json, of: "the collection \(quoted(collection.name))")
        texts = settings.texts("indexes", &errors)
    }

    /// Makes fields unique. Reports unique indexes that mean something else.
    ///
    /// - Parameter leftOut: The fields of the collection that the module does not have.
    func apply(to module: inout ImportedModule, leftOut: Set<String>, _ notes: inout ImportNotes) {
        for text in texts.prefix(1_000) {
            let words = Self.words(text)
            guard words.dropFirst().first?.lowercased() == "unique" else { continue }
            if let (column, skipsEmpty) = Self.column(words) {
                if leftOut.contains(column) { continue }
                if let index = module.fields.firstIndex(where: { $0.name == column }),
                    Self.isSame(module.fields[index], skipsEmpty: skipsEmpty)
                {
                    if !module.fields[index].constraints.contains(where: { $0.key == "unique" }) {
                        module.fields[index].constraints.insert(.init("unique", .flag), at: 0)
                    }
                    continue
                }
            }
            notes.warn(
                "the unique index \(quoted(text)) of \(quoted(collection)) is not the same as 'unique' of a field; left out",
                at: location)
        }
    }

    /// Whether `unique` means the same as the index. It allows any number of items without a value, while an index
    /// counts an empty text as a value.
    private static func isSame(_ field: ImportedField, skipsEmpty: Bool) -> Bool {
        switch field.type {
        case .named("integer"), .named("number"): !skipsEmpty
        case .named("text"), .named("url"), .date, .choice, .relation: skipsEmpty
        default: false
        }
    }

    /// The column of a unique index on a single column, and whether it skips empty values: `CREATE UNIQUE INDEX name ON
    /// table (column) WHERE column != ''`.
    private static func column(_ words: [String]) -> (name: String, skipsEmpty: Bool)? {
        var rest = words[...]
        func take(_ expected: String...) -> Bool {
            guard rest.prefix(expected.count).map({ $0.lowercased() }) == expected else { return false }
            rest = rest.dropFirst(expected.count)
            return true
        }
        guard take("create", "unique", "index") else { return nil }
        _ = take("if", "not", "exists")
        rest = rest.dropFirst()
        guard take("on") else { return nil }
        rest = rest.dropFirst()
        guard take("("), let column = rest.popFirst(), take(")") else { return nil }
        if rest.isEmpty { return (column, false) }
        let isSkipping =
            take("where", column.lowercased(), "!=", "''") || take("where", column.lowercased(), "<>", "''")
        return isSkipping && rest.isEmpty ? (column, true) : nil
    }

    /// The words and signs of a statement, with names unquoted.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var rest = text.unicodeScalars.prefix(2_000)
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest.removeFirst()
            } else if let end = ["`": "`", "\"": "\"", "[": "]"][first] as Unicode.Scalar? {
                rest.removeFirst()
                words.append(String(rest.prefix { $0 != end }))
                rest = rest.drop { $0 != end }.dropFirst()
            } else if isNamePart(first) {
                words.append(String(rest.prefix(while: isNamePart)))
                rest = rest.drop(while: isNamePart)
            } else if ["!=", "<>", "''"].contains(String(rest.prefix(2))) {
                words.append(String(rest.prefix(2)))
                rest = rest.dropFirst(2)
            } else {
                words.append(String(first))
                rest.removeFirst()
            }
        }
        return words
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
