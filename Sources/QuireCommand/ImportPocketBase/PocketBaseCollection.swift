import QuireSchema

/// A collection as PocketBase describes it.
struct PocketBaseCollection {
    enum Kind: String {
        case base, auth, view
    }

    var id: String
    var name: String
    var kind: Kind
    /// Whether it is one of PocketBase's own, such as `_superusers`.
    var isSystem: Bool
    var fields: [JSONValue]
    /// The columns, if Quire has prepared the collection.
    var prepared: PreparedColumns?
    var json: JSONValue

    /// Reads a collection. Reports what is missing or of a wrong type.
    init?(_ json: JSONValue, _ errors: inout PocketBaseErrors) {
        guard json.kind == .object else {
            errors.add("a collection is not an object", at: json.location)
            return nil
        }
        if json.value(of: "collectionId") != nil || json.value(of: "collectionName") != nil {
            errors.add(
                "these are records, not collections. Save the response of GET /api/collections",
                at: json.location)
            return nil
        }
        if json.value(of: "fields") == nil, json.value(of: "schema") != nil {
            errors.add(
                "this is the form of PocketBase before 0.23, where collections have a 'schema'. Update the server, and "
                    + "export its collections again", at: json.location)
            return nil
        }
        let settings = PocketBaseOptions(json, of: "a collection")
        guard let name = settings.name("name", &errors), let id = settings.name("id", &errors) else {
            return nil
        }
        let text = settings.text("type", &errors)
        guard let kind = Kind(rawValue: text) else {
            errors.add(
                "the collection \(quoted(name)) has the type \(quoted(text)); expected 'base', 'auth' or 'view'",
                at: (json.value(of: "type") ?? json).location)
            return nil
        }
        guard let fields = json.value(of: "fields"), fields.kind == .array else {
            errors.add("the collection \(quoted(name)) has no list of 'fields'", at: json.location)
            return nil
        }
        self.id = id
        prepared = PreparedColumns(
            Set(
                fields.elements.filter { !PreparedColumns.isUnfinished($0) }
                    .compactMap { $0.value(of: "name")?.string }))
        self.name = (prepared == nil ? nil : PreparedColumns.decoded(name)) ?? name
        self.kind = kind
        isSystem =
            json.value(of: "system") == nil ? name.hasPrefix("_") : settings.flag("system", &errors)
        self.fields = fields.elements
        self.json = json
    }
}
