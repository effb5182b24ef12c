extension SchemaReader {
    /// Reads a module. A module without a name is checked as well.
    mutating func readModule(_ value: JSONValue) {
        guard let members = members(of: value, "a module", SchemaKey.moduleKeys) else {
            declarations.isIncomplete = true
            return
        }
        let name = readName(members, "a module")
        let swiftName = readSwiftName(members, .swiftName)
        let item = readSwiftName(members, .item)
        let mixins = names(members, of: .mixins, what: "a mixin's name")
        let fields = readFields(members, objectDepth: 0)
        var module = Module(
            name: name?.text ?? "", swiftName: swiftName?.text, id: text(members, .id), item: item?.text,
            description: text(members, .description), deprecated: deprecation(members),
            single: boolean(members, .single), synonyms: readSynonyms(members), location: value.location,
            nameLocation: name?.location,
            swiftNameLocation: swiftName?.location, itemLocation: item?.location)
        module.formerNames = readFormerNames(members, of: "a module")
        // Its fields may have errors of their own, so it is checked even without a name.
        if name == nil { declarations.isIncomplete = true }
        declarations.modules.append(
            DeclaredModule(
                module: module, mixins: mixins, fields: fields, popularity: readPopularity(members),
                rankingLocation: members[.ranking]?.location,
                synonymsLocation: members[.synonyms]?.location,
                embedding: readEmbedding(members)))
    }

    /// `"ranking": { "popularity": "ratingsCount" }`
    private mutating func readPopularity(_ module: Members) -> LocatedText? {
        guard let value = module[.ranking],
            let members = members(of: value, "a ranking", SchemaKey.rankingKeys)
        else { return nil }
        if members[.popularity] == nil { reportMissing(.popularity, in: members, "a ranking") }
        return reference(members, .popularity)
    }

    mutating func readMixin(_ value: JSONValue) {
        guard let members = members(of: value, "a mixin", SchemaKey.mixinKeys) else {
            declarations.isIncomplete = true
            return
        }
        let name = readName(members, "a mixin")
        if name == nil { declarations.isIncomplete = true }
        // Read only to report one that is no text.
        _ = text(members, .description)
        let mixins = names(members, of: .mixins, what: "a mixin's name")
        let fields = readFields(members, objectDepth: 0)
        declarations.mixins.append(
            DeclaredMixin(
                name: name ?? LocatedText(text: "", location: value.location),
                mixins: mixins, fields: fields, location: value.location))
    }
}

extension SchemaReader {
    /// The largest number of components of a vector.
    private static let mostDimensions: Int64 = 4_096

    /// Reads `"embedding": { "of": ["title", "text"], "dimensions": 384, "model": "all-MiniLM-L6-v2" }`.
    func readEmbedding(_ module: Members) -> DeclaredEmbedding? {
        guard let value = module[.embedding],
            let members = members(of: value, "an embedding", SchemaKey.embeddingKeys)
        else { return nil }
        for key in [SchemaKey.of, .dimensions, .model] where members[key] == nil {
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

extension SchemaReader {
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
        guard let members = members(of: value, "a synonym", SchemaKey.synonymKeys) else { return nil }
        for key in [SchemaKey.search, .finds] where members[key] == nil {
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
