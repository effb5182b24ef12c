/// Writes text from the schema as literals, so that it can never become code.
package enum Literals {
    /// A Swift string literal.
    package static func string(_ text: String) -> String {
        if isPlain(text) { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if shows(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                }
            }
        }
        return result + "\""
    }

    /// A JSON string for a raw Swift literal: a backslash is only followed by `u`, and there are no quotation marks
    /// except the two around the text.
    static func json(_ text: String) -> String {
        if isPlain(text) { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar != "\"", scalar != "\\", shows(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: true)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result + "\""
    }

    private static func isPlain(_ text: String) -> Bool {
        for byte in text.utf8 {
            if byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C { return false }
        }
        return true
    }

    /// Whether a character is visible in an editor.
    static func shows(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value >= 0x20 }
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
            .unassigned:
            return false
        default:
            return true
        }
    }
}
