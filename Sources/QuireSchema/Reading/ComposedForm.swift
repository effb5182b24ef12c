import Foundation

/// Why a text cannot be a name, if it is not in Unicode's composed form (NFC), and what to write instead.
///
/// Names have one form, so that two names are equal under `==` only if their bytes are.
package func composingAdvice(_ name: String) -> String? {
    // No character before the first combining mark changes.
    if name.utf8.allSatisfy({ $0 < 0xCC }) { return nil }
    // Foundation does not add the last consonant to a composed syllable of Korean, so it starts with the parts.
    let composed = name.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
    if name.utf8.elementsEqual(composed.utf8) { return nil }
    let difference = zip(name, composed).first { !$0.utf8.elementsEqual($1.utf8) }
    let (part, expected) = difference.map { (String($0), String($1)) } ?? (name, composed)
    let points = part.unicodeScalars.prefix(8).map { "U+\(digits($0))" }.joined(separator: " ")
    let escapes = expected.unicodeScalars.prefix(8).map { ($0.value > 0xFFFF ? "U+" : "\\u") + digits($0) }
    return "is not in Unicode's composed form (NFC): it has \(points); write \(escapes.joined()) instead"
}

/// The hexadecimal digits of a code point, at least four.
func digits(_ scalar: Unicode.Scalar) -> String {
    let code = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
}
