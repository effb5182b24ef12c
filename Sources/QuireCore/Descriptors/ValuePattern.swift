import QuirePattern
import QuireToolbox

/// A regular expression for the `pattern` of a field, matched in linear time.
///
/// ```swift
/// try ValuePattern("^[0-9]{13}$").matches("9780141439587")  // true
/// ```
/// It is unanchored, as in JSON Schema: a match anywhere in the text counts. It is case-sensitive and compares Unicode
/// scalars. The syntax is ECMAScript's without groups that look around and without references to groups.
public struct ValuePattern: Sendable, Hashable {
    private let compiled: TextPattern

    /// Compiles a pattern.
    ///
    /// - Throws: `InvalidPatternError` for a syntax that is wrong or unsupported.
    public init(_ source: String) throws(InvalidPatternError) {
        do throws(PatternError) {
            compiled = try TextPattern(source)
        } catch {
            throw InvalidPatternError(pattern: source, reason: error.message, offset: error.offset)
        }
    }

    /// The text of the pattern.
    public var source: String { compiled.source }

    /// Whether a part of the text matches.
    public func matches(_ text: String) -> Bool { compiled.matches(text) }
}

/// A text that is not a supported regular expression.
public struct InvalidPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    public var pattern: String
    public var reason: String
    /// The position in the pattern, in Unicode scalars from 0.
    public var offset: Int

    public var description: String {
        PlainText.error(
            "Could not compile the pattern \"\(pattern.shortened)\": at character \(offset + 1), \(reason)",
            "Correct the pattern in the schema.")
    }
}
