extension DocumentReader {
    /// Reads `"synonyms": [["tv", "television"], { "search": "nyc", "finds": ["new york"] }]`.
    func readSynonyms(_ module: Members) -> [Synonym] {
        var synonyms: [Synonym] = []
        for element in array(module, .synonyms) ?? [] {
            switch element.kind {
            case .array:
                let texts = synonymTexts(element.elements)
                if texts.count > 1 {
                    synonyms.append(.twoWay(texts))
                } else if texts.count == element.elements.count {
                    report("a synonym needs at least two texts", at: element.location)
                }
            case .object:
                if let synonym = readOneWaySynonym(element) { synonyms.append(synonym) }
            default: reportType(of: element, "a synonym must be an array of texts or an object")
            }
        }
        return synonyms
    }

    private func readOneWaySynonym(_ value: JSONValue) -> Synonym? {
        guard let members = members(of: value, "a synonym", Key.synonymKeys) else { return nil }
        for key in [Key.search, .finds] where members[key] == nil {
            reportMissing(key, in: members, "a synonym")
        }
        let search = text(members, .search)
        guard let elements = array(members, .finds) else { return nil }
        let texts = synonymTexts(elements)
        if elements.isEmpty {
            report("'finds' needs at least one text", at: members[.finds]?.location ?? value.location)
        }
        guard let search, let place = members[.search] else { return nil }
        guard Self.hasWord(search) else {
            reportNoWord(search, at: place.location)
            return nil
        }
        return texts.isEmpty ? nil : .oneWay(search: search, finds: texts)
    }

    /// The texts of an array, without those that are reported.
    private func synonymTexts(_ elements: [JSONValue]) -> [String] {
        var texts: [String] = []
        for element in elements {
            guard let text = element.string else {
                reportType(of: element, "a synonym's text must be a text")
                continue
            }
            if !Self.hasWord(text) {
                reportNoWord(text, at: element.location)
            } else if texts.contains(text) {
                report("the synonym \(quoted(text)) stands twice", at: element.location)
            } else {
                texts.append(text)
            }
        }
        return texts
    }

    /// Whether a text has an ASCII letter or digit, or a character outside ASCII.
    private static func hasWord(_ text: String) -> Bool {
        text.utf8.contains { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
            default: false
            }
        }
    }

    private func reportNoWord(_ text: String, at location: SourceLocation) {
        report("the synonym \(quoted(text)) has no word", at: location)
    }

    private func report(_ message: String, at location: SourceLocation) {
        diagnostics.error(.invalidSynonym, message, at: location)
    }
}
