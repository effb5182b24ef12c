import QuireCore
import QuireEngine
import QuireRemote
import QuireText

extension RecordIndex {
    /// The settings of an index, as the body of `PUT /1/indexes/{index}/settings`.
    ///
    /// The user's facets can be counted and searched; all other filtered attributes can only be filtered by. Words are
    /// weighted like their fields, and items that rank equally are sorted by id.
    func settings(_ settings: AlgoliaSettings, hasReplicas: Bool = true) -> JSONValue {
        var members: [JSONValue.Member] = common(settings)
        members.append(
            .init("ranking", .texts(["typo", "words", "proximity", "attribute", "exact", "custom"])))
        members.append(.init("customRanking", .texts(["asc(\(RecordAttributes.order))"])))
        if hasReplicas, !replicas.isEmpty {
            members.append(.init("replicas", .texts(replicas.map { settings.prefix + $0.name })))
        }
        return .object(members)
    }

    /// The settings of a replica. Its ranking is its sort order, even for full-text searches.
    func settings(of replica: AlgoliaReplica, _ settings: AlgoliaSettings) -> JSONValue {
        let keys = replica.sort.flatMap { key -> [String] in
            guard let field = module.field(key.property) else { return [] }
            return ranking(key, field)
        }
        return .object(
            common(settings) + [.init("ranking", .texts(keys + ["asc(\(RecordAttributes.order))"]))])
    }

    private func common(_ settings: AlgoliaSettings) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("attributesForFaceting", .texts(facetAttributes)),
            .init("numericAttributesForFiltering", .texts(numericAttributes)),
            .init("searchableAttributes", .texts(searchableAttributes)),
            .init("attributesToHighlight", .array([])),
            .init("attributesToSnippet", .array([])),
            .init("paginationLimitedTo", .integer(Int64(settings.paginationLimit))),
            .init("removeWordsIfNoResults", .string("none")),
            .init("ignorePlurals", .boolean(false)),
            .init("removeStopWords", .boolean(false)),
            .init("decompoundQuery", .boolean(false)),
        ]
        members.append(.init("userData", .object(userData)))
        if textForm == .exact {
            members += [
                .init("typoTolerance", .boolean(false)), .init("enableRules", .boolean(false)),
                .init("advancedSyntax", .boolean(true)),
            ]
        }
        return members
    }

    /// The shape of the records, and the metadata that fields hide in them.
    private var userData: [JSONValue.Member] {
        let hidden = PlainDocument.hiddenMetadata(by: module)
        return [.init("quire", .string(shape))]
            + (hidden.isEmpty ? [] : [.init("hidden", .texts(hidden))])
    }

    /// A description of the structure of records. If it changes, the records must be created again.
    var shape: String {
        let parts =
            [module.module.signature, textForm.rawValue, analyzer.signature, "2"] + facetAttributes
            + searchableAttributes + numericAttributes + orderedTexts.sorted().map(String.init)
        return String(SHA256.hexadecimal(of: parts.joined(separator: "\n")).prefix(32))
    }

    /// The attributes for conditions on values, on tags, and on whether a field has a value.
    private var facetAttributes: [String] {
        var attributes = [RecordAttributes.present, RecordAttributes.tags].map { "filterOnly(\($0))" }
        for field in fields where ![.nothing, .place].contains(field.comparison) {
            let names = self.attributes(of: field)
            guard !field.isMetadata, field.descriptor.facet != nil else {
                attributes.append("filterOnly(\(names.key))")
                continue
            }
            attributes.append(names.counted)
            if field.isHierarchical { attributes.append("filterOnly(\(names.key))") }
            if field.hasNumbers { attributes.append(names.number) }
            if field.comparison == .text { attributes.append("searchable(\(names.facet))") }
        }
        return attributes
    }

    private var numericAttributes: [String] {
        var attributes: [String] = []
        for field in fields {
            let names = self.attributes(of: field)
            let isPlace = field.comparison == .place
            guard field.hasNumbers || isPlace else { continue }
            attributes.append("equalOnly(\(names.presence))")
            switch (isPlace, field.isList) {
            case (true, true): break
            case (true, false): attributes += [names.latitude, names.longitude]
            case (false, true):
                attributes += [names.lowest, names.highest]
                if field.isWhole { attributes += [names.lowestRest, names.highestRest] }
            case (false, false):
                attributes.append(names.number)
                if field.isWhole { attributes.append(names.rest) }
            }
        }
        // Presence is also part of the order if a replica sorts by it.
        let sorted = Set(replicas.flatMap(\.sort).compactMap { module.field($0.property)?.ordinal })
        let presences = Set(sorted.map { self.attributes[$0].presence })
        return attributes.map { attribute in
            let name = attribute.dropFirst("equalOnly(".count).dropLast()
            return attribute.hasPrefix("equalOnly(") && presences.contains(String(name))
                ? String(name) : attribute
        } + RecordAttributes.place
    }

    /// The searchable attributes by descending weight. Fields of the same weight share a rank.
    private var searchableAttributes: [String] {
        let fields = module.values.filter { field in
            module.module.searchableFields.contains { $0.name == field.descriptor.name }
        }
        let weights = Set(fields.map { $0.descriptor.searchWeight ?? 0 }).sorted(by: >)
        return weights.map { weight in
            fields.filter { ($0.descriptor.searchWeight ?? 0) == weight }
                .map { "unordered(\(attributes(of: $0).words))" }.joined(separator: ",")
        }
    }

    /// The ranking for a sort key: first the position of missing values, then the value.
    private func ranking(_ key: SortKey, _ field: IndexedField) -> [String] {
        let names = attributes(of: field)
        let direction = key.order == .descending ? "desc" : "asc"
        guard field.hasNumbers else {
            let presence = key.putsNoValueFirst ? "asc" : "desc"
            return ["\(presence)(\(names.presence))", "\(direction)(\(names.order))"]
        }
        let number = field.isList ? names.lowest : names.number
        let rest = field.isList ? names.lowestRest : names.rest
        return ["\(key.putsNoValueFirst ? "asc" : "desc")(\(names.presence))", "\(direction)(\(number))"]
            + (field.isWhole ? ["\(direction)(\(rest))"] : [])
    }
}

extension SortKey {
    /// A missing value is the smallest, unless the key says where it goes.
    fileprivate var putsNoValueFirst: Bool { (nulls ?? (order == .ascending ? .first : .last)) == .first }
}
