/// A text from a schema in single quotation marks, made safe to print on one line.
///
/// Control, bidirectional and invisible characters come out as `\u{…}`, so that no text can forge a line of
/// diagnostics or turn one around; long texts are cut.
public func quoted(_ text: String) -> String {
    "'" + printable(text, limit: 80) + "'"
}

/// The text on one line, with nothing in it that a terminal would obey.
func printable(_ text: String, limit: Int = .max) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
        if count == limit { return result + "…" }
        count += 1
        if isPrintable(scalar) {
            result.unicodeScalars.append(scalar)
        } else {
            result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
    return result
}

/// A text on one line, with nothing in it that a terminal would obey: for standard error.
///
/// A line break or a tab becomes a space. `PlainText.oneLine` does the same in the command line, which shares no code
/// with this target.
package func printableLine(_ text: String) -> String {
    var isPlain = true
    for byte in text.utf8 where byte < 0x20 || byte >= 0x7F { isPlain = false }
    if isPlain { return text }
    var result = ""
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
        if scalar.value == 0x0A || scalar.value == 0x09 {
            result += " "
        } else if showsInLine(scalar, after: previous) {
            result.unicodeScalars.append(scalar)
        } else {
            result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
        previous = scalar
    }
    return result
}

/// Whether a character shows: a space of another script does, and a joiner where it is a part of what stands before.
private func showsInLine(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
    isPrintable(scalar) || isPart(scalar, of: previous)
        || scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
}

/// Whether a character shows as itself: no control, format, separator, surrogate, private or unassigned one.
func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        return false
    default: return !isInvisible(scalar)
    }
}

/// Whether a character takes no place or looks like a plain space.
func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return false }
    switch scalar.value {
    case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800: return true  // blank letters
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return true  // variation selectors
    default:
        return scalar.properties.isDefaultIgnorableCodePoint
            || scalar.properties.generalCategory == .spaceSeparator
    }
}
