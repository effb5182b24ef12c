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

/// The columns of a collection that Quire has prepared: one for each field, and others beside them, whose names begin with
/// `q_`.
struct PreparedColumns {
    /// A column beside a field's own.
    enum Companion: String {
        /// The texts in lower case.
        case lower = "l"
        /// The values in a form that PocketBase finds exactly.
        case exact = "c"
        /// Whether there is a value, to sort by.
        case sorted = "s"
        /// The smallest value of a list.
        case lowest = "lo"
        /// The files of a list of addresses.
        case files = "f"
    }

    private let names: Set<String>

    /// `nil` if Quire has not prepared the collection.
    init?(_ names: Set<String>) {
        guard names.isSuperset(of: ["q_meta", "q_rev"]) else { return nil }
        self.names = names
    }

    func has(_ companion: Companion, of column: String) -> Bool {
        names.contains("q_\(companion.rawValue)_\(column)")
    }

    /// Whether it is a column beside a field's own that is not filled yet. Quire marks it so.
    static func isUnfinished(_ field: JSONValue) -> Bool {
        field.value(of: "presentable")?.boolean == true
            && field.value(of: "name")?.string?.hasPrefix("q_") == true
    }

    /// The name of a column's field. `nil` for a column that is no field's own.
    static func field(of column: String) -> String? {
        column.hasPrefix("q_") ? decoded(column) : column
    }

    /// The name that PocketBase does not accept, from its bytes in hexadecimal digits after `q_n_`.
    static func decoded(_ name: String) -> String? {
        let digits = Array(name.utf8.dropFirst(4))
        guard name.hasPrefix("q_n_"), !digits.isEmpty, digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16)
            else {
                return nil
            }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
