/// Reads what follows a backslash.
enum PatternEscape {
    /// Reads an escape whose backslash has been read, and returns the scalars that it stands for.
    static func read(
        _ scalars: [Unicode.Scalar], _ position: inout Int, inSet: Bool
    ) throws(PatternError) -> ScalarSet {
        let start = position - 1
        guard position < scalars.count else {
            throw PatternError("the pattern ends with a backslash; write '\\\\' for one", at: start)
        }
        let scalar = scalars[position]
        position += 1
        switch scalar {
        case "d": return .digits
        case "D": return .digits.inverted
        case "w": return .wordScalars
        case "W": return .wordScalars.inverted
        case "s": return .whiteSpace
        case "S": return .whiteSpace.inverted
        case "t": return ScalarSet("\t")
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "f": return ScalarSet("\u{C}")
        case "v": return ScalarSet("\u{B}")
        case "x": return ScalarSet(try digits(scalars, &position, count: 2, start: start))
        case "u": return ScalarSet(try unicode(scalars, &position, start: start))
        case "p", "P":
            let categories = try property(scalars, &position, start: start)
            return scalar == "p" ? categories : categories.inverted
        case "1"..."9", "k":
            throw PatternError(
                "references to groups are unsupported: they cannot be matched in linear time", at: start)
        default: break
        }
        // Punctuation stands for itself.
        guard scalar.isASCII, scalar.value > 0x20, scalar.value < 0x7F, !scalar.properties.isAlphabetic,
            !("0"..."9").contains(scalar)
        else { throw PatternError("'\\\(scalar)' is not an escape that patterns support", at: start) }
        return ScalarSet(scalar)
    }

    private static func digits(
        _ scalars: [Unicode.Scalar], _ position: inout Int, count: Int, start: Int
    ) throws(PatternError) -> Unicode.Scalar {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard position < scalars.count, let digit = Character(scalars[position]).hexDigitValue,
                scalars[position].isASCII
            else { throw PatternError("the escape needs \(count) hexadecimal digits", at: start) }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw PatternError(
                "surrogates are not characters; write the character itself, or '\\u{…}'", at: start)
        }
        return scalar
    }

    /// Reads `0041` or `{1F600}`.
    private static func unicode(
        _ scalars: [Unicode.Scalar], _ position: inout Int, start: Int
    ) throws(PatternError) -> Unicode.Scalar {
        guard position < scalars.count, scalars[position] == "{" else {
            return try digits(scalars, &position, count: 4, start: start)
        }
        guard let end = scalars[position...].firstIndex(of: "}"), (1...6).contains(end - position - 1) else {
            throw PatternError("'\\u{' needs one to six hexadecimal digits and '}'", at: start)
        }
        position += 1
        let scalar = try digits(scalars, &position, count: end - position, start: start)
        position = end + 1
        return scalar
    }

    /// Reads `{Lu}`.
    private static func property(
        _ scalars: [Unicode.Scalar], _ position: inout Int, start: Int
    ) throws(PatternError) -> ScalarSet {
        guard position < scalars.count, scalars[position] == "{",
            let end = scalars[position...].firstIndex(of: "}")
        else { throw PatternError("'\\p' needs a general category, as in '\\p{L}'", at: start) }
        var name = ""
        name.unicodeScalars.append(contentsOf: scalars[(position + 1)..<end])
        position = end + 1
        guard let mask = ScalarCategory.masks[name] else {
            throw PatternError(
                "'\\p{\(name)}' is unsupported; use a general category such as L, Lu, Ll, N, Nd, P or Zs",
                at: start)
        }
        return ScalarSet(categories: mask)
    }
}
