import QuireTerminal
import QuireToolbox

/// A value of a schema to be written, with ordered keys.
indirect enum SchemaJSON {
    case text(String)
    case boolean(Bool)
    /// A number in its exact source form.
    case number(String)
    case array([SchemaJSON])
    case object([(key: String, value: SchemaJSON)])

    /// The text as people format schemas: modules and lists of fields on several lines, short values on one line.
    var prettyText: String {
        var text = ""
        write(to: &text, depth: 0)
        // A schema may be printed, so invisible characters are escaped. The values stay the same.
        return PlainText.json(text) + "\n"
    }

    /// The depth up to which short containers are also broken: the document, its modules, each module, its fields.
    private static let brokenDepth = 4
    private static let width = 100

    private func write(to text: inout String, depth: Int, used: Int = 0) {
        if depth >= Self.brokenDepth || isLeaf {
            let line = inline
            let column = depth * 2 + used + line.unicodeScalars.count
            if isLeaf || column <= Self.width { return text += line }
        }
        let indentation = String(repeating: "  ", count: depth + 1)
        switch self {
        case .array(let elements):
            if elements.isEmpty { return text += "[]" }
            text += "["
            for (index, element) in elements.enumerated() {
                text += (index == 0 ? "\n" : ",\n") + indentation
                element.write(to: &text, depth: depth + 1)
            }
            text += "\n" + indentation.dropLast(2) + "]"
        case .object(let entries):
            if entries.isEmpty { return text += "{}" }
            text += "{"
            for (index, entry) in entries.enumerated() {
                let key = Self.quote(entry.key) + ": "
                text += (index == 0 ? "\n" : ",\n") + indentation + key
                entry.value.write(to: &text, depth: depth + 1, used: key.utf8.count)
            }
            text += "\n" + indentation.dropLast(2) + "}"
        case .text, .boolean, .number: text += inline
        }
    }

    private var isLeaf: Bool {
        switch self {
        case .text, .boolean, .number: return true
        case .array, .object: return false
        }
    }

    private var inline: String {
        switch self {
        case .text(let value): return Self.quote(value)
        case .boolean(let value): return value ? "true" : "false"
        case .number(let text): return text
        case .array(let elements): return "[" + elements.map(\.inline).joined(separator: ", ") + "]"
        case .object(let entries):
            if entries.isEmpty { return "{}" }
            return "{ "
                + entries.map { Self.quote($0.key) + ": " + $0.value.inline }.joined(separator: ", ") + " }"
        }
    }

    private static func quote(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
