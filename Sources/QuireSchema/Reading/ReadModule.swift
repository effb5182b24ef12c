extension DocumentReader {
    /// Reads a module. A module without a name is checked as well.
    mutating func readModule(_ value: JSONValue) {
        guard let members = members(of: value, "a module", Key.moduleKeys) else {
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
            let members = members(of: value, "a ranking", Key.rankingKeys)
        else { return nil }
        if members[.popularity] == nil { reportMissing(.popularity, in: members, "a ranking") }
        return reference(members, .popularity)
    }

    mutating func readMixin(_ value: JSONValue) {
        guard let members = members(of: value, "a mixin", Key.mixinKeys) else {
            declarations.isIncomplete = true
            return
        }
        let name = readName(members, "a mixin")
        if name == nil { declarations.isIncomplete = true }
        let mixins = names(members, of: .mixins, what: "a mixin's name")
        let fields = readFields(members, objectDepth: 0)
        declarations.mixins.append(
            DeclaredMixin(
                name: name ?? LocatedText(text: "", location: value.location),
                description: text(members, .description), mixins: mixins, fields: fields,
                location: value.location))
    }
}

extension DocumentReader {
    /// The largest number of components of a vector.
    private static let mostDimensions: Int64 = 4_096

    /// Reads `"embedding": { "of": ["title", "text"], "dimensions": 384, "model": "all-MiniLM-L6-v2" }`.
    func readEmbedding(_ module: Members) -> DeclaredEmbedding? {
        guard let value = module[.embedding],
            let members = members(of: value, "an embedding", Key.embeddingKeys)
        else { return nil }
        for key in [Key.of, .dimensions, .model] where members[key] == nil {
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
