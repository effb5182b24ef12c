import QuireShared
import QuireToolbox

extension ModuleDescriptor {
    /// A hash of the module's name and fields: sixteen hexadecimal digits. It changes with the shape of the items.
    ///
    /// The same in every process. A custom indexer or change provider can include it in its checkpoint.
    public var signature: String {
        var text = name
        fields.describe(into: &text)
        if let popularity = ranking.popularity {
            text += "\npopularity \(popularity.utf8.count) \(popularity)"
        }
        return StableHash(text).digits
    }
}

extension FieldTable {
    fileprivate func describe(into text: inout String) {
        for field in fields {
            // The lengths keep names apart that would otherwise run together.
            text += "\n\(field.name.utf8.count) \(field.name) "
            field.kind.describe(into: &text)
            if field.isRequired { text += " required" }
            if field.isLocalized { text += " localized" }
            if let weight = field.searchWeight { text += " searchable \(weight)" }
            if field.isQueryable { text += " query" }
        }
    }
}

extension FieldKind {
    fileprivate func describe(into text: inout String) {
        switch self {
        case .list(let element):
            text += "list "
            element.describe(into: &text)
        case .object(let table):
            text += "object {"
            table.describe(into: &text)
            text += "}"
        case .relation(let module): text += "relation \(module)"
        case .relations(let module): text += "relations \(module)"
        case .date(let format): text += "date \(format.rawValue)"
        case .time(let format): text += "time \(format.rawValue)"
        case .dateTime(let format): text += "dateTime \(format.rawValue)"
        case .scalar(let base): text += "scalar \(base.rawValue)"
        case .text, .longText, .html, .integer, .number, .boolean, .url, .image, .video, .audio, .document,
            .color, .geopoint, .json, .choice, .choices, .localizedText:
            text += "\(self)"
        }
    }
}
