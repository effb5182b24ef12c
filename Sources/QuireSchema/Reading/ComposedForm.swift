/// A part of a text that is not in Unicode's composed form (NFC).
struct UncomposedPart {
    /// The characters as they are written.
    var found: String
    /// The one character that means the same; `nil` if marks are left over.
    var composed: Unicode.Scalar?

    /// What is written, and what to write instead.
    var advice: String {
        let points = found.unicodeScalars.prefix(8).map { "U+\(digits($0))" }.joined(separator: " ")
        guard let composed else { return "it has \(points); write these characters in the form NFC" }
        return "it has \(points); write \(composed.value > 0xFFFF ? "U+" : "\\u")\(digits(composed)) instead"
    }
}

/// Why a text cannot be a name, if it is not in Unicode's composed form (NFC), and what to write instead.
///
/// Names have one form, so that two names are equal under `==` only if their bytes are.
package func composingAdvice(_ name: String) -> String? {
    uncomposedPart(of: name).map { "is not in Unicode's composed form (NFC): \($0.advice)" }
}

/// The first part of a text that is not in Unicode's composed form (NFC).
func uncomposedPart(of text: String) -> UncomposedPart? {
    // No character before the first combining mark changes.
    if text.utf8.allSatisfy({ $0 < 0xCC }) { return nil }
    let scalars = Array(text.unicodeScalars)
    var start = 0
    for (position, scalar) in scalars.enumerated() {
        let order = scalar.properties.canonicalCombiningClass
        if order == .notReordered {
            start = position
            let rest = scalars[position...].prefix { $0 != last }
            if !rest.isEmpty, firstComposed(string(rest)) != scalar { return part(rest) }
        } else if scalar.properties.isFullCompositionExclusion {
            return part(scalars[position...position])
        } else if position > 0, order < scalars[position - 1].properties.canonicalCombiningClass {
            return UncomposedPart(found: string(scalars[start...position]))
        }
    }
    return nil
}

/// The shortest beginning that one character can replace, or the first character with its marks.
private func part(_ scalars: ArraySlice<Unicode.Scalar>) -> UncomposedPart {
    let composed = firstComposed(string(scalars))
    for end in scalars.indices {
        let found = string(scalars[...end])
        if found == String(composed) { return UncomposedPart(found: found, composed: composed) }
    }
    let marks = scalars.dropFirst().prefix { $0.properties.canonicalCombiningClass != .notReordered }
    return UncomposedPart(found: string(scalars.prefix(marks.count + 1)))
}

/// The first character of a text in composed form, by binary search: Swift orders texts by this form.
private func firstComposed(_ text: String) -> Unicode.Scalar {
    var (low, high): (UInt32, UInt32) = (0, last.value)
    while low < high {
        let middle = (low + high) / 2
        if text < string([composed(from: middle), last]) { high = middle } else { low = middle + 1 }
    }
    return composed(from: low)
}

/// The greatest code point. It is no character.
private let last: Unicode.Scalar = "\u{10FFFF}"

/// The first character from a code point on that stays as it is in composed form.
private func composed(from value: UInt32) -> Unicode.Scalar {
    var value = value
    while value < last.value {
        if let scalar = Unicode.Scalar(value), !scalar.properties.isFullCompositionExclusion { return scalar }
        value += 1
    }
    return last
}

private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
}

/// The hexadecimal digits of a code point, at least four.
func digits(_ scalar: Unicode.Scalar) -> String {
    let code = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
}
