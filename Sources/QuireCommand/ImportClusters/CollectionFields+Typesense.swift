import QuireSchema

extension CollectionFields {
    /// The module of a Typesense collection.
    mutating func module(ofTypesense collection: ClusterCollection) -> ImportedModule? {
        let hasObjects = collection.json.value(of: "enable_nested_fields")?.boolean ?? false
        var root = TypesenseField()
        for json in collection.json.value(of: "fields")?.elements ?? [] {
            guard let name = json.value(of: "name")?.string, let type = json.value(of: "type")?.string else {
                notes.warn(
                    "a field of \(quoted(collection.module)) has no name or no type; skipped",
                    at: json.location)
                continue
            }
            if name == "id" || isDerived(name, json.location) { continue }
            if name.contains("*") || type == "string*" {
                notes.warn(
                    "the pattern \(quoted(name)) of \(quoted(collection.module)) describes fields that documents bring; "
                        + "those that the server lists are imported", at: json.location)
                continue
            }
            var path = [name]
            if hasObjects {
                path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            }
            // Deeper objects become JSON anyway.
            root.add(path.prefix(ImportLimits.objectDepth + 2), json: json, type: type)
        }
        for name in ["token_separators", "symbols_to_index"]
        where collection.json.value(of: name)?.elements.isEmpty == false { leaveOut(name) }
        var fields: [ImportedField] = []
        for child in root.children {
            if let field = field(
                child, in: collection.module, profile: profile?.field(child.name), depth: 0, inList: false)
            {
                fields.append(field)
            }
        }
        guard var module = module(collection, fields) else { return nil }
        if let sorting = collection.json.value(of: "default_sorting_field")?.string, !sorting.isEmpty {
            let isSearchable = module.fields.contains { $0.searchWeight != nil }
            if isSearchable, module.fields.contains(where: { $0.name == sorting && $0.type.isNumber }) {
                module.popularity = sorting
            } else {
                leaveOut("default_sorting_field")
            }
        }
        finish(collection)
        return module
    }

    private mutating func field(
        _ node: TypesenseField, in parent: String, profile: FieldProfile?, depth: Int, inList: Bool
    ) -> ImportedField? {
        let (module, path) = (parent, "\(parent).\(node.name)")
        guard let location = node.location else { return nil }
        var type: ImportedType
        var isList = node.type?.hasSuffix("[]") ?? false
        if !node.children.isEmpty || node.type == "object" || node.type == "object[]" {
            type = object(
                node, at: path, profile: profile, depth: depth, inList: inList || isList, location: location)
            if node.json == nil { isList = (profile?.lists ?? 0) > 0 }
        } else if let scalarType = scalar(node, at: path, profile: profile, depth: depth, location: location)
        {
            type = scalarType
            if isList, inList { isList = isListInside(profile, at: path, location: location) }
            if node.json?.value(of: "reference") == nil {
                let values = (profile?.lists ?? 0) > 0 ? profile?.element : profile
                let place = (node.name, path)
                if depth == 0, type.isText {
                    type = sampledRelation(place, values: values, in: module, location: location) ?? type
                }
                type = sampledDate(type, place, values: values, location: location) ?? type
            }
        } else {
            return nil
        }
        var field = ImportedField(name: node.name, type: type, location: location)
        if node.type != "auto", isList {
            guard let list = type.listOfIt else { return nil }
            field.type = list
        }
        if let json = node.json { applySettings(json, to: &field, path) }
        if depth > 0 {
            let isIndexed = node.json.map { $0.value(of: "index")?.boolean ?? true } ?? false
            MemberSettings(isIndexed: isIndexed, isListed: inList).apply(to: &field, at: path)
        }
        return field
    }

    /// Whether a member of a list of objects is a list itself. The server writes both as an array.
    private mutating func isListInside(
        _ profile: FieldProfile?, at path: String, location: SourceLocation
    ) -> Bool {
        if let profile, profile.count > 0 { return profile.lists > 0 }
        notes.warn(
            "\(quoted(path)) is in a list of objects, so its array may come from that list; imported as single",
            at: location)
        return false
    }

    private mutating func object(
        _ node: TypesenseField, at path: String, profile: FieldProfile?, depth: Int, inList: Bool,
        location: SourceLocation
    ) -> ImportedType {
        let isTooDeep = depth >= ImportLimits.objectDepth - 1
        var members: [ImportedField] = []
        if !isTooDeep {
            let object = (profile?.lists ?? 0) > 0 ? profile?.element : profile
            for child in node.children {
                let childProfile = object?.members.field(child.name)
                if let field = field(
                    child, in: path, profile: childProfile, depth: depth + 1, inList: inList),
                    isName(field)
                {
                    members.append(field)
                }
            }
        }
        if !members.isEmpty { return .object(members) }
        notes.warn(
            isTooDeep
                ? "\(quoted(path)) is nested deeper than \(ImportLimits.objectDepth) objects; imported as 'json'"
                : "\(quoted(path)) is an object without known members; imported as 'json'", at: location)
        return .named("json")
    }

    /// The type of one value; `nil` if the field cannot be imported, which is reported.
    private mutating func scalar(
        _ node: TypesenseField, at path: String, profile: FieldProfile?, depth: Int,
        location: SourceLocation
    ) -> ImportedType? {
        guard let json = node.json, let declared = node.type else { return nil }
        if json.value(of: "num_dim") != nil || json.value(of: "embed") != nil || declared == "image" {
            notes.warn("\(quoted(path)) is a vector or an indexed image; skipped", at: location)
            return nil
        }
        if json.value(of: "store")?.boolean == false {
            notes.warn("\(quoted(path)) is not stored, so no response contains it; skipped", at: location)
            return nil
        }
        switch declared.hasSuffix("[]") ? String(declared.dropLast(2)) : declared {
        case "string":
            guard let reference = json.value(of: "reference")?.string else { return .named("text") }
            return relation(reference, at: path, location: location)
        case "int32", "int64": return .named("integer")
        case "float": return .named("number")
        case "bool": return .named("boolean")
        case "geopoint": return .named("geopoint")
        case "auto":
            if let type = sampledType(profile, depth: depth) {
                let sampled = sampleCount
                notes.warn(
                    "\(quoted(path)) has the type auto; imported as \(quoted(type.label)), by \(sampled) documents",
                    at: location)
                return type
            }
            notes.warn("\(quoted(path)) has the type auto; imported as 'json'", at: location)
            return .named("json")
        default:
            notes.warn(
                "\(quoted(path)) has the type \(quoted(declared)), which a schema does not have; imported as 'json'",
                at: location)
            return .named("json")
        }
    }

    /// `authors.id` is a relation; references to other fields are not.
    private mutating func relation(
        _ reference: String, at path: String, location: SourceLocation
    ) -> ImportedType {
        let parts = reference.split(separator: ".").map(String.init)
        if parts.count == 2, parts[1] == "id", let module = targets.module(of: parts[0]) {
            return .relation(module: module)
        }
        notes.warn(
            "\(quoted(path)) refers to \(quoted(reference)), which is not the id of an imported collection; imported as "
                + "texts", at: location)
        return .named("text")
    }

    private mutating func applySettings(_ json: JSONValue, to field: inout ImportedField, _ path: String) {
        field.isRequired = json.value(of: "optional")?.boolean != true
        let isIndexed = json.value(of: "index")?.boolean ?? true
        for name in ["infix", "stem", "range_index"] where json.value(of: name)?.boolean == true {
            leaveOut(name)
        }
        if let locale = json.value(of: "locale")?.string, !locale.isEmpty { leaveOut("locale") }
        guard isIndexed else { return }
        let type = field.type
        switch type {
        case .named("text"), .list(of: "text"): field.searchWeight = 1
        default: break
        }
        if json.value(of: "facet")?.boolean == true {
            if type.canBeFacet { field.facet = "disjunctive" } else { leaveOut("facet") }
        }
        let isNumber = ["int32", "int64", "float"].contains(json.value(of: "type")?.string)
        let sorts = json.value(of: "sort")?.boolean ?? isNumber
        if sorts, type.isSortable { field.isSortable = true }
    }
}

/// A field of a collection, with the fields inside it.
struct TypesenseField {
    var name = ""
    var json: JSONValue?
    var type: String?
    /// Its own location, or that of the first field inside it.
    var location: SourceLocation?
    private(set) var children: [TypesenseField] = []
    private var positions: [String: Int] = [:]

    init() {}

    /// Adds a field at a path, such as `o.q.r`.
    mutating func add(_ path: ArraySlice<String>, json: JSONValue, type: String) {
        location = location ?? json.location
        guard let first = path.first else {
            self.json = json
            self.type = type
            return
        }
        let index: Int
        if let position = positions[first] {
            index = position
        } else {
            index = children.count
            positions[first] = index
            var child = TypesenseField()
            child.name = first
            children.append(child)
        }
        children[index].add(path.dropFirst(), json: json, type: type)
    }
}

extension ImportedType {
    var isText: Bool { if case .named("text") = self { true } else { false } }

    var isNumber: Bool {
        if case .named("integer") = self { return true }
        if case .named("number") = self { return true }
        return false
    }

    /// Whether the type supports `sortable`.
    var isSortable: Bool {
        switch self {
        case .named(let name):
            ["text", "longText", "integer", "number", "boolean", "url", "color"].contains(name)
        case .date, .choice: true
        default: false
        }
    }

    /// Whether the type supports `facet`.
    var canBeFacet: Bool {
        switch self {
        case .named(let name), .list(of: let name):
            ["text", "integer", "number", "boolean", "color"].contains(name)
        case .date, .dates, .choice, .choices, .relation(module: _?), .relations(module: _?): true
        default: false
        }
    }
}
