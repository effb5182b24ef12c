/// Parses the text of a pattern.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    /// The maximum nesting of groups.
    static let deepestGroup = 50
    /// The maximum count in `{n,m}`.
    static let mostRepeats = 1_000

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try alternatives()
        if let scalar = peek {
            throw error("'\(scalar)' closes nothing; write '\\\(scalar)' for the character")
        }
        return node
    }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func error(_ message: String) -> PatternError { PatternError(message, at: position) }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    // MARK: - Structure

    private mutating func alternatives() throws(PatternError) -> PatternNode {
        var choices = [try sequence()]
        while consume("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            let part = try atom(scalar)
            parts.append(try repeated(part))
        }
        return parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(PatternError) -> PatternNode {
        switch scalar {
        case "(": return try group()
        case "[":
            position += 1
            return .one(try set())
        case "*", "+", "?": throw error("'\(scalar)' repeats nothing; write '\\\(scalar)' for the character")
        case "{", "}", "]":
            throw error("'\(scalar)' has no partner; write '\\\(scalar)' for the character")
        default: break
        }
        position += 1
        switch scalar {
        case "^": return .test(.start)
        case "$": return .test(.end)
        case ".": return .one(.lineTerminators.inverted)
        case "\\":
            if consume("b") { return .test(.wordBoundary) }
            if consume("B") { return .test(.notWordBoundary) }
            return .one(try PatternEscape.read(scalars, &position, inSet: false))
        default: return .one(ScalarSet(scalar))
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        let start = position
        position += 1
        if consume("?"), !consume(":") {
            throw error(
                "groups that begin with '(?' are unsupported, except '(?:'; a pattern cannot look around, name groups or set flags"
            )
        }
        guard depth < Self.deepestGroup else {
            throw error("groups nest deeper than \(Self.deepestGroup) levels")
        }
        depth += 1
        let node = try alternatives()
        depth -= 1
        guard consume(")") else { throw PatternError("'(' is not closed", at: start) }
        return node
    }

    // MARK: - Repetition

    private mutating func repeated(_ node: PatternNode) throws(PatternError) -> PatternNode {
        guard let (least, most) = try count() else { return node }
        if case .test = node { throw error("a position such as '^' or '\\b' cannot be repeated") }
        // Lazy and greedy repetition find matches in the same texts.
        _ = consume("?")
        if let scalar = peek, scalar == "*" || scalar == "+" || scalar == "?" || scalar == "{" {
            throw error("'\(scalar)' repeats a repetition; put the first one into '(?:' and ')'")
        }
        return .repeated(node, least: least, most: most)
    }

    private mutating func count() throws(PatternError) -> (least: Int, most: Int?)? {
        if consume("*") { return (0, nil) }
        if consume("+") { return (1, nil) }
        if consume("?") { return (0, 1) }
        let start = position
        guard consume("{") else { return nil }
        guard let least = try number() else {
            throw PatternError("'{' needs a count, as in '{2}', '{2,}' or '{2,5}'", at: start)
        }
        var most: Int? = least
        if consume(",") { most = try number() }
        guard consume("}") else { throw PatternError("'{' is not closed", at: start) }
        if let most, most < least {
            throw PatternError("the count {\(least),\(most)} is backwards", at: start)
        }
        return (least, most)
    }

    private mutating func number() throws(PatternError) -> Int? {
        var value: Int?
        while let scalar = peek, scalar >= "0", scalar <= "9" {
            let next = (value ?? 0) * 10 + Int(scalar.value - 0x30)
            guard next <= Self.mostRepeats else {
                throw error("a count can be at most \(Self.mostRepeats); use minLength or maxLength")
            }
            value = next
            position += 1
        }
        return value
    }

    // MARK: - Sets

    /// Reads a set such as `[a-z0-9_]`, after its bracket.
    private mutating func set() throws(PatternError) -> ScalarSet {
        let start = position - 1
        let isNegated = consume("^")
        var set = ScalarSet()
        while let scalar = peek, scalar != "]" {
            let lower = try member(scalar)
            guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                set.formUnion(lower)
                continue
            }
            position += 1
            let upper = try member(scalars[position])
            guard let first = lower.single, let last = upper.single else {
                throw error("a range needs a character on both sides; write '\\-' for a hyphen")
            }
            guard first <= last else { throw error("the range is backwards") }
            set.formUnion(ScalarSet(first.value...last.value))
        }
        guard consume("]") else { throw PatternError("'[' is not closed", at: start) }
        set.normalize()
        return isNegated ? set.inverted : set
    }

    private mutating func member(_ scalar: Unicode.Scalar) throws(PatternError) -> ScalarSet {
        position += 1
        if scalar == "[" { throw error("write '\\[' for a bracket in a set") }
        return scalar == "\\"
            ? try PatternEscape.read(scalars, &position, inSet: true) : ScalarSet(scalar)
    }
}
