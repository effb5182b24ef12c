import QuireSchema

/// Fields of collections that Quire has prepared. They have Quire's meaning: no value differs from an empty one, and all
/// operators are exact.
extension PocketBaseFieldReader {
    /// - Parameter column: The name of the field in PocketBase.
    mutating func readPrepared(
        _ type: String, _ settings: PocketBaseOptions, _ field: inout ImportedField, _ path: String,
        _ column: String, _ columns: PreparedColumns
    ) {
        switch type {
        case "text": field.type = .named("text")
        case "editor": field.type = .named("html")
        case "number": field.type = .named(settings.flag("onlyInt", &errors) ? "integer" : "number")
        case "bool": field.type = .named("boolean")
        case "date": field.type = .date("dateTime", format: "rfc3339")
        case "geoPoint": field.type = .named("geopoint")
        case "select":
            readSelect(settings, &field, path)
            // Others are stored as texts.
            field.constraints = [.init("closed", .flag)]
        case "relation":
            readRelation(settings, &field, path)
            // The limit is PocketBase's own.
            field.constraints = []
        case "file":
            readFile(settings, &field)
        case "json" where columns.has(.files, of: column): field.type = .list(of: "document")
        case "json" where columns.has(.lower, of: column): field.type = .list(of: "text")
        case "json" where columns.has(.exact, of: column) && !columns.has(.lowest, of: column):
            field.type = .list(of: "boolean")
        default: field.type = .named("json")
        }
        field.isSortable = columns.has(.sorted, of: column)
    }
}
