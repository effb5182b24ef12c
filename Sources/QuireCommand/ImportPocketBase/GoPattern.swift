import QuirePattern

/// A regular expression of Go, which is what PocketBase checks texts with.
enum GoPattern {
    /// The pattern of a schema that matches the same texts; `nil` if there is none.
    ///
    /// The syntax is the same apart from rare parts, which the parser of patterns rejects. Two parts mean something
    /// else: white space, and the line breaks that a dot does not match.
    static func schemaPattern(_ source: String) -> String? {
        var result = String.UnicodeScalarView()
        var rest = source.unicodeScalars[...]
        var isInSet = false
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                if next == "s" {
                    result += (isInSet ? whiteSpace : "[\(whiteSpace)]").unicodeScalars
                } else if next == "S" {
                    if isInSet { return nil }
                    result += "[^\(whiteSpace)]".unicodeScalars
                } else {
                    result += [scalar, next]
                }
            case ".": result += isInSet ? [scalar] : "[^\\n]".unicodeScalars.map { $0 }
            case "[":
                // A class such as [:alpha:], or a bracket that Go reads as a character.
                if isInSet { return nil }
                isInSet = true
                result.append(scalar)
                if rest.first == "^" { result += [rest.removeFirst()] }
                // Go reads it as a character.
                if rest.first == "]" { return nil }
            case "]":
                isInSet = false
                result.append(scalar)
            default: result.append(scalar)
            }
        }
        let pattern = String(result)
        return (try? TextPattern(pattern)) == nil ? nil : pattern
    }

    /// Go's `\s`.
    private static let whiteSpace = "\\t\\n\\f\\r "
}
