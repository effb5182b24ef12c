import QuireShared

/// Quotes a text from a schema with single quotation marks, safe to print on one line.
///
/// Control, bidirectional and invisible characters are escaped as `\u{…}`, so that no text can forge or reverse a line
/// of diagnostics. Long texts are truncated.
public func quoted(_ text: String) -> String {
    "'" + printable(text, limit: 80) + "'"
}

/// The text on one line, without terminal control sequences.
package func printable(_ text: String, limit: Int = .max) -> String {
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

/// The text on one line with its invisible characters escaped, for standard error.
///
/// Equivalent to `PlainText.oneLine`. This module shares no code with the run-time libraries, so a test compares the
/// two over all of Unicode.
package func printableLine(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
        defer { previous = scalar }
        switch scalar {
        case "\n": if previous != "\r" { result.append(" ") }
        case "\t", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append(" ")
        default:
            if isShownInLine(scalar, after: previous) {
                result.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
            }
        }
    }
    return String(result)
}

/// Whether a character is visible, or changes how the character before it looks.
private func isShownInLine(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
    case .format: return isJoiner(scalar) && previous.value > 0x7F && !isJoiner(previous)
    default:
        guard scalar.properties.isDefaultIgnorableCodePoint else { return true }
        let isKeycap = previous == "#" || previous == "*" || ("0"..."9").contains(previous)
        return scalar.properties.isVariationSelector
            && (isKeycap || previous.value > 0x7F && !previous.properties.isDefaultIgnorableCodePoint)
    }
}

/// Whether a character is visible: not a control, format, separator, surrogate, private-use or unassigned character.
func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        return false
    default: return !isInvisible(scalar)
    }
}

/// Whether a character has no width or looks like a plain space.
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

/// A name as written in a schema: in double quotation marks.
func inQuotes(_ name: String) -> String { "\"" + printable(name, limit: 80) + "\"" }

/// `; did you mean 'x'?`, or the legal names if there are few, or nothing.
func suggestion(for name: String, among candidates: [String], listAtMost limit: Int = 30) -> String {
    if let near = candidates.nearest(to: name) { return "; did you mean \(quoted(near))?" }
    if candidates.isEmpty || candidates.count > limit { return "" }
    return "; expected \(oneOf(candidates))"
}

/// `; did you mean 'text'?` for a name, or a similar one, that means this in another language; otherwise the legal
/// names.
func suggestion(for name: String, among legal: [String], otherNames: [String: String]) -> String {
    let meant =
        otherNames[name.lowercased()] ?? legal.nearest(to: name)
        ?? otherNames.keys.sorted().nearest(to: name).flatMap { otherNames[$0] }
    return meant.map { "; did you mean \(quoted($0))?" } ?? "; expected \(oneOf(legal))"
}

/// `a`, or `one of a, b, c`.
func oneOf(_ names: [String]) -> String { (names.count > 1 ? "one of " : "") + list(names) }

/// `a, b, c`.
func list(_ names: [String]) -> String {
    var list = ""
    for (index, name) in names.enumerated() {
        if index > 0 { list += ", " }
        list += printable(name, limit: 80)
    }
    return list
}
