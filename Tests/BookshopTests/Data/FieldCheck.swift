import Foundation

/// Whether a value matches a field of the schema: an implementation independent of Quire's own.
struct FieldCheck {
    let schema: PlainJSON
    /// The ids of the items of each module.
    let ids: [String: Set<String>]

    /// The problem with the value, or `nil`.
    func mistake(in value: PlainJSON, of field: PlainJSON) -> String? {
        switch field["type"]?.text ?? "" {
        case "text", "longText", "html": return value.text == nil ? "no text" : nil
        case "integer": return value.integer == nil ? "no integer" : nil
        case "number": return value.number == nil ? "no number" : nil
        case "boolean": if case .boolean = value { return nil } else { return "no boolean" }
        case "date", "time", "dateTime": return date(value, field["format"]?.text)
        case "url", "image", "video", "audio", "document":
            return value.text.flatMap(URL.init(string:))?.scheme == "https" ? nil : "no https address"
        case "color": return value.text?.wholeMatch(of: /#[0-9A-F]{6}/) == nil ? "no color" : nil
        case "geopoint": return point(value)
        case "json": return nil
        case "choice": return choice(value, field)
        case "choices", "list", "relations": return list(value, field)
        case "object": return object(value, field["fields"]?.list ?? [])
        case "localizedText": return localized(value)
        case "relation": return relation(value, field)
        case "scalar": return value.text?.wholeMatch(of: /[0-9]{13}/) == nil ? "no ISBN of 13 digits" : nil
        case let other: return "the type '\(other)' is not known to this check"
        }
    }

    /// The problem with the values of an item or an object.
    func object(_ value: PlainJSON, _ fields: [PlainJSON]) -> String? {
        guard case .object(let members) = value else { return "no object" }
        for field in fields {
            let name = field["name"]?.text ?? ""
            guard let member = members[name] else {
                if field["required"] == .boolean(true) { return "\(name) is missing" }
                continue
            }
            if let mistake = mistake(in: member, of: field) { return "\(name): \(mistake)" }
        }
        let known = Set(fields.compactMap { $0["name"]?.text })
        return members.keys.first { !known.contains($0) }.map { "\($0) is not in the schema" }
    }

    private func list(_ value: PlainJSON, _ field: PlainJSON) -> String? {
        guard let elements = value.list else { return "no list" }
        return elements.lazy.compactMap { element in
            switch field["type"]?.text {
            case "choices": choice(element, field)
            case "relations": relation(element, field)
            default: mistake(in: element, of: field["of"] ?? .null)
            }
        }
        .first
    }

    private func choice(_ value: PlainJSON, _ field: PlainJSON) -> String? {
        let named = schema["enums"]?.list?.first { $0["name"] == field["enum"] }
        let values = (named ?? field)["values"]?.list ?? []
        guard let text = value.text, values.contains(where: { ($0["name"] ?? $0) == .text(text) }) else {
            return "\(value) is none of the choices"
        }
        return nil
    }

    private func relation(_ value: PlainJSON, _ field: PlainJSON) -> String? {
        guard let id = value.text, ids[field["module"]?.text ?? ""]?.contains(id) == true else {
            return "\(value) is no item of \(field["module"]?.text ?? "?")"
        }
        return nil
    }

    private func date(_ value: PlainJSON, _ format: String?) -> String? {
        switch format {
        case "dateOnly": value.text?.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) == nil ? "no day" : nil
        case "rfc3339":
            value.text?.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z/) == nil
                ? "no moment" : nil
        default: value.integer == nil ? "no milliseconds" : nil
        }
    }

    private func point(_ value: PlainJSON) -> String? {
        guard let latitude = value["latitude"]?.number, let longitude = value["longitude"]?.number else {
            return "no point"
        }
        return abs(latitude) <= 90 && abs(longitude) <= 180 ? nil : "a point that is not on the earth"
    }

    private func localized(_ value: PlainJSON) -> String? {
        let locales = (schema["locales"]?.list ?? []).compactMap { $0["name"]?.text }
        guard case .object(let texts) = value else { return "no texts by locale" }
        return texts.keys.allSatisfy(locales.contains) && texts.values.allSatisfy { $0.text != nil }
            ? nil : "a text of no locale of the schema"
    }
}
