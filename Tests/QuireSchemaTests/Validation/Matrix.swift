import QuireSchema

/// Every type, alone and in a list, with every key and every kind of value: more than a thousand fields.
enum Matrix {
    /// The declarations that the fields refer to.
    static let surroundings = """
        "locales": ["en"], "enums": [{ "name": "E", "values": ["x", "y"] }],
        "scalars": [{ "name": "S", "swiftType": "S", "base": "text" }],
        """

    /// A type as written in a schema, without braces.
    private static func description(_ type: String) -> String {
        switch type {
        case "choice", "choices": return "\"type\": \"\(type)\", \"values\": [\"x\", \"y\"]"
        case "object":
            return "\"type\": \"object\", \"fields\": [{ \"name\": \"inner\", \"type\": \"text\" }]"
        case "relation", "relations": return "\"type\": \"\(type)\", \"module\": \"books\""
        case "scalar": return "\"type\": \"scalar\", \"scalar\": \"S\""
        case "list": return "\"type\": \"list\", \"of\": \"text\""
        default: return "\"type\": \"\(type)\""
        }
    }

    private static let types: [String] = {
        var types = FieldType.names.map(description)
        for name in FieldType.names where name != "list" {
            types.append("\"type\": \"list\", \"of\": { \(description(name)) }")
        }
        for name in ["date", "time", "dateTime"] {
            for format in DateFormat.allCases {
                types.append("\"type\": \"\(name)\", \"format\": \"\(format.rawValue)\"")
                types.append(
                    "\"type\": \"list\", \"of\": { \"type\": \"\(name)\", \"format\": \"\(format.rawValue)\" }"
                )
            }
        }
        return types
    }()

    private static let keys: [String] = {
        var keys = ["\"required\": true", "\"sortable\": true", "\"searchable\": 2", "\"localized\": true"]
        keys += ["\"sortable\": false, \"searchable\": false, \"localized\": false", "\"operators\": []"]
        for facet in Facet.allCases { keys.append("\"facet\": \"\(facet.rawValue)\"") }
        // A scalar of text has fewer operators than one of a number; only the reader can know.
        for value in Operator.allCases { keys.append("\"operators\": [\"\(value.rawValue)\"]") }
        let defaults = [
            "null", "true", "1", "1.5", "\"x\"", "\"#987654\"", "\"2024-02-29\"", "\"2024-02-29T12:00:00Z\"",
            "{}", "[]",
            "[1]", "[\"x\"]", "[true]", "[null]", "[\"#fff\"]", "[\"2024-02-29\"]",
            "[\"2024-02-29T12:00:00Z\"]",
        ]
        for value in defaults { keys.append("\"default\": \(value)") }
        keys += [
            "\"unique\": true", "\"unique\": false", "\"minimum\": 1", "\"maximum\": 1.5", "\"minLength\": 1",
            "\"maxLength\": 0", "\"pattern\": \"x\"", "\"minItems\": 1", "\"maxItems\": 2",
            "\"minItems\": -1",
            "\"maxLength\": 1.5", "\"minimum\": \"1\"", "\"pattern\": 1",
        ]
        return keys
    }()

    private static let constraints = [
        "\"unique\"", "\"minimum\"", "\"maximum\"", "\"minLength\"", "\"maxLength\"", "\"pattern\"",
    ]

    static let fields: [String] = {
        var fields: [String] = []
        for type in types {
            fields.append("{ \"name\": \"f\", \(type) }")
            for key in keys where !isForTheReaderAlone(type, key) {
                fields.append("{ \"name\": \"f\", \(type), \(key) }")
            }
        }
        let describing = [
            "\"format\": \"rfc3339\"", "\"of\": \"text\"",
            "\"fields\": [{ \"name\": \"i\", \"type\": \"text\" }]",
            "\"values\": [\"x\"]", "\"closed\": true", "\"enum\": \"E\"", "\"module\": \"books\"",
            "\"scalar\": \"S\"",
        ]
        for name in FieldType.names {
            for key in [""] + describing.map({ ", " + $0 }) {
                fields.append("{ \"name\": \"f\", \"type\": \"\(name)\"\(key) }")
            }
        }
        for name in FieldType.names {
            fields.append("{ \"name\": \"f\", \"type\": \"list\", \"of\": \"\(name)\" }")
        }
        return fields
    }()

    /// Rules that depend on another part of the schema: a scalar's base type, the values of a choice.
    private static func isForTheReaderAlone(_ type: String, _ key: String) -> Bool {
        if type.contains("\"scalar\"") {
            return key.hasPrefix("\"operators\"") || key.hasPrefix("\"default\"")
                || constraints.contains { key.hasPrefix($0) }
        }
        if type.contains("\"choice") {
            return key.hasPrefix("\"default\": \"") || key.hasPrefix("\"default\": [\"")
        }
        return false
    }
}
