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
