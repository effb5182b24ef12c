import QuireSchema

/// The types of texts, by `format` and `contentMediaType`.
enum SchemaTexts {
    static func type(_ parts: SchemaParts) -> ImportedType {
        if parts.first("contentMediaType")?.string == "text/html" { return .named("html") }
        switch parts.first("format")?.string {
        case "date": return .date("date", format: "dateOnly")
        case "date-time": return .date("dateTime", format: "rfc3339")
        case "uri", "url", "iri": return .named("url")
        case "html": return .named("html")
        case "markdown": return .named("longText")
        case "color": return .named("color")
        default: break
        }
        if let most = parts.first("maxLength")?.integer, most > 1_000 { return .named("longText") }
        return .named("text")
    }
}

/// Objects with a latitude and a longitude.
enum GeoPointShape {
    private static let latitudes: Set<String> = ["lat", "latitude"]
    private static let longitudes: Set<String> = ["lng", "lon", "longitude"]

    static func fits(_ names: [String]) -> Bool {
        names.count == 2 && names.contains(where: latitudes.contains)
            && names.contains(where: longitudes.contains)
    }
}
