import QuireSchema

extension CollectionFields {
    /// The module of an OpenSearch index.
    mutating func module(ofOpenSearch collection: ClusterCollection) -> ImportedModule? {
        var mapping = collection.json
        // Older servers have a type between.
        let members = mapping.members
        if mapping.value(of: "properties") == nil, members.count == 1,
            members[0].value.value(of: "properties") != nil
        {
            mapping = members[0].value
        }
        if let templates = mapping.value(of: "dynamic_templates"), !templates.elements.isEmpty {
            notes.warn(
                "\(quoted(collection.module)) has \(templates.elements.count) dynamic templates; the fields that "
                    + "documents have brought so far are imported", at: templates.location)
        }
        if profile == nil || sampleCount == 0 {
            notes.warn(
                "\(quoted(collection.module)): a mapping does not tell lists, and no document was read, so every field is "
                    + "single", at: collection.json.location)
        }
        var fields: [ImportedField] = []
        let properties = mapping.value(of: "properties")?.members ?? []
        dottedPaths = Set(
            properties.map(\.key).filter { $0.contains(".") }.map { "\(collection.module).\($0)" })
        for (name, json) in properties {
            if isDerived(name, json.location) { continue }
            if name == "id" || name == "_id" {
                notes.warn(
                    "\(quoted(collection.module)): \(quoted(name)) is the id of the item, so it is not a field",
                    at: json.location)
                continue
            }
            if let field = field(
                name, json, in: collection.module, profile: profile?.field(name), depth: 0, inList: false)
            {
                fields.append(field)
            }
        }
        let module = module(collection, fields)
        finish(collection)
        return module
    }

    private mutating func field(
        _ name: String, _ json: JSONValue, in parent: String, profile: FieldProfile?, depth: Int,
        inList: Bool
    ) -> ImportedField? {
        let path = "\(parent).\(name)"
        let declared = json.value(of: "type")?.string
        let isObject = declared == nil || declared == "object" || declared == "nested"
        let lists = profile?.lists ?? 0
        let single = lists > 0 ? profile?.element : profile
        // Without documents, nested objects are lists, because that is what they are for.
        let isList = lists > 0 || declared == "nested" && (profile?.count ?? 0) == 0
        var type: ImportedType
        if isObject {
            type = object(json, at: path, profile: single, depth: depth, inList: inList || isList)
        } else if let scalarType = scalar(declared ?? "", json, at: path, profile: single) {
            type = scalarType
            let place = (name, path)
            if type.isNumber {
                type = sampledDate(type, place, values: single, location: json.location) ?? type
            }
            if depth == 0, type.isText, declared == "keyword" {
                type = sampledRelation(place, values: single, in: parent, location: json.location) ?? type
            }
        } else {
            return nil
        }
        // A point may be written as two numbers.
        if isList, !(declared == "geo_point" && (single?.numberCount ?? 0) > 0) {
            if lists > 0 {
                let sampled = sampleCount
                notes.warn(
                    "\(quoted(path)) is a list in \(lists) of \(sampled) documents; imported as a list",
                    at: json.location)
            }
            if (single?.lists ?? 0) > 0 || (single?.nulls ?? 0) > 0 {
                type = .named("json")
            } else {
                type = type.listOfIt ?? .named("json")
            }
        }
        var field = ImportedField(name: name, type: type, location: json.location)
        applyMapping(json, declared, to: &field)
        if depth > 0 {
            let isIndexed = json.value(of: "index")?.boolean ?? true
            MemberSettings(isIndexed: isIndexed, isListed: inList, taken: dottedPaths)
                .apply(to: &field, at: path)
        }
        return field
    }

    private mutating func object(
        _ json: JSONValue, at path: String, profile: FieldProfile?, depth: Int, inList: Bool
    ) -> ImportedType {
        func unknown(_ reason: String) -> ImportedType {
            notes.warn("\(quoted(path)) \(reason); imported as 'json'", at: json.location)
            return .named("json")
        }
        if json.value(of: "enabled")?.boolean == false { return unknown("is an object that is not indexed") }
        if depth >= ImportLimits.objectDepth - 1 {
            return unknown("is nested deeper than \(ImportLimits.objectDepth) objects")
        }
        var members: [ImportedField] = []
        for (name, inner) in json.value(of: "properties")?.members ?? [] {
            if let field = field(
                name, inner, in: path, profile: profile?.members.field(name), depth: depth + 1, inList: inList
            ),
                isName(field)
            {
                members.append(field)
            }
        }
        return members.isEmpty ? unknown("is an object without known members") : .object(members)
    }

    /// The type of one value; `nil` if the field cannot be imported, which is reported.
    private mutating func scalar(
        _ declared: String, _ json: JSONValue, at path: String, profile: FieldProfile?
    ) -> ImportedType? {
        switch declared {
        case "text", "keyword", "wildcard", "constant_keyword", "match_only_text", "ip", "version",
            "search_as_you_type", "annotated_text", "icu_collation_keyword":
            return .named("text")
        case "long", "integer", "short", "byte": return .named("integer")
        case "unsigned_long":
            notes.warn(
                "\(quoted(path)) is an unsigned_long; numbers above 9223372036854775807 do not fit 'integer'",
                at: json.location)
            return .named("integer")
        case "double", "float", "half_float", "scaled_float", "rank_feature": return .named("number")
        case "boolean": return .named("boolean")
        case "geo_point": return .named("geopoint")
        case "date", "date_nanos": return date(json, at: path, profile: profile)
        case "knn_vector", "dense_vector", "sparse_vector", "rank_features", "percolator", "token_count",
            "alias", "join", "completion", "murmur3", "semantic":
            notes.warn(
                "\(quoted(path)) has the type \(quoted(declared)), which holds no content; skipped",
                at: json.location)
            return nil
        default:
            notes.warn(
                "\(quoted(path)) has the type \(quoted(declared)), which a schema does not have; imported as 'json'",
                at: json.location)
            return .named("json")
        }
    }

    /// A date in the format of the mapping. If the mapping allows several, the documents decide.
    private mutating func date(
        _ json: JSONValue, at path: String, profile: FieldProfile?
    ) -> ImportedType {
        let formats = MappedDateFormat.formats(of: json.value(of: "format")?.string)
        let isNumber = (profile?.numberCount ?? 0) > 0
        let texts = profile?.texts
        if let texts, texts.count > 0, isNumber {
            let sampled = sampleCount
            notes.warn(
                "\(quoted(path)) is a number in \(profile?.numberCount ?? 0) and a text in \(texts.count) of "
                    + "\(sampled) documents; imported as 'json'", at: json.location)
            return .named("json")
        }
        if formats.count == 1 {
            switch formats[0] {
            case .other(let pattern):
                notes.warn(
                    "\(quoted(path)) has dates in the format \(quoted(pattern)), which a schema does not have; imported as "
                        + "texts", at: json.location)
                return .named("text")
            case let format: return format.type
            }
        }
        if isNumber {
            return .date(
                "dateTime", format: formats.contains(.epochSeconds) ? "epochSeconds" : "epochMilliseconds")
        }
        if let texts, texts.count > 0 {
            if texts.forms.contains(.day) { return .date("date", format: "dateOnly") }
            if texts.forms.contains(.date) { return .date("dateTime", format: "rfc3339") }
            notes.warn(
                "\(quoted(path)) has dates in several formats; imported as texts, by \(texts.count) documents",
                at: json.location)
            return .named("text")
        }
        let guess = formats.first { if case .other = $0 { false } else { true } } ?? .moment
        notes.warn(
            "\(quoted(path)) allows several formats of dates, and no document has one; imported as "
                + quoted(guess.type.label), at: json.location)
        return guess.type
    }

    private mutating func applyMapping(_ json: JSONValue, _ declared: String?, to field: inout ImportedField)
    {
        for name in [
            "analyzer", "search_analyzer", "normalizer", "copy_to", "null_value", "boost", "similarity",
        ]
        where json.value(of: name) != nil { leaveOut(name) }
        let isIndexed = json.value(of: "index")?.boolean ?? true
        let hasValues = json.value(of: "doc_values")?.boolean ?? true
        let subfields = (json.value(of: "fields")?.members ?? []).map {
            (name: $0.key, type: $0.value.value(of: "type")?.string)
        }
        let texts: Set<String> = ["text", "match_only_text", "search_as_you_type", "annotated_text"]
        let keywords: Set<String> = ["keyword", "wildcard", "constant_keyword", "ip", "version"]
        let isText =
            declared.map(texts.contains) ?? false
            || subfields.contains { $0.type.map(texts.contains) ?? false }
        let isKeyword = declared.map(keywords.contains) ?? false
        let hasKeyword = subfields.contains { $0.type == "keyword" }
        for subfield in subfields
        where subfield.type.map({ !texts.contains($0) && !keywords.contains($0) }) ?? true {
            leaveOut("fields.\(subfield.name)")
        }
        switch field.type {
        case .named("text"), .list(of: "text"):
            if isText, isIndexed { field.searchWeight = 1 }
            if isKeyword && hasValues || hasKeyword { field.isSortable = field.type.isSortable }
            // A text with a keyword beside it is what dynamic mappings make of every text.
            if isKeyword, hasValues, isIndexed { field.facet = "disjunctive" }
        case .relation, .relations:
            if isIndexed, hasValues { field.facet = "disjunctive" }
        case .named("boolean"), .list(of: "boolean"):
            if isIndexed, hasValues { field.facet = "disjunctive" }
        default:
            if hasValues, field.type.isSortable { field.isSortable = true }
        }
    }
}

/// A format of dates in a mapping.
enum MappedDateFormat: Hashable {
    case epochMilliseconds, epochSeconds, day, moment
    case other(String)

    /// The formats of `strict_date_optional_time||epoch_millis`, which is also the default.
    static func formats(of text: String?) -> [MappedDateFormat] {
        let text = text ?? "strict_date_optional_time||epoch_millis"
        var formats: [MappedDateFormat] = []
        for part in text.replacing("||", with: "|").split(separator: "|") {
            let format: MappedDateFormat =
                switch part.trimmingPrefix("strict_") {
                case "epoch_millis": .epochMilliseconds
                case "epoch_second": .epochSeconds
                case "date", "year_month_day", "yyyy-MM-dd", "uuuu-MM-dd": .day
                case "date_time", "date_time_no_millis", "date_optional_time", "date_optional_time_nanos",
                    "rfc3339_lenient", "yyyy-MM-dd'T'HH:mm:ssZ", "yyyy-MM-dd'T'HH:mm:ss.SSSZ",
                    "yyyy-MM-dd'T'HH:mm:ssXXX", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX":
                    .moment
                default: .other(String(part))
                }
            if !formats.contains(format) { formats.append(format) }
        }
        // A date with an optional time may be either.
        if formats == [.moment], text.contains("optional") { formats.append(.day) }
        return formats.isEmpty ? [.moment] : formats
    }

    var type: ImportedType {
        switch self {
        case .epochMilliseconds: .date("dateTime", format: "epochMilliseconds")
        case .epochSeconds: .date("dateTime", format: "epochSeconds")
        case .day: .date("date", format: "dateOnly")
        case .moment: .date("dateTime", format: "rfc3339")
        case .other: .named("text")
        }
    }
}
