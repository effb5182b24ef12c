/// A regular expression that is matched in linear time.
///
/// ```swift
/// try TextPattern("^[A-Z]{2}-[0-9]+$").matches("AB-12")  // true
/// try TextPattern("-").matches("AB-12")                  // true: a match anywhere counts
/// ```
/// The syntax is the part of ECMAScript's (and so of JSON Schema's) that needs no backtracking. Patterns are
/// case-sensitive, unanchored, and compare Unicode scalars: a composed "é" differs from a decomposed one.
package struct TextPattern: Sendable, Hashable {
    /// The text of the pattern.
    package let source: String
    private let program: PatternProgram

    /// The maximum number of steps of a pattern. Counts are expanded: `a{3}` has three.
    package static let mostSteps = 2_000
    /// The maximum length of a pattern's text, in Unicode scalars.
    package static let longestSource = 20_000

    /// Compiles a pattern.
    ///
    /// - Throws: `PatternError` if the syntax is wrong or unsupported, or if the pattern is too long or too large.
    package init(_ source: String) throws(PatternError) {
        self.source = source
        // Counted before anything is parsed, because a schema may hold a pattern of many megabytes.
        guard source.unicodeScalars.count <= Self.longestSource else {
            throw PatternError(
                "the pattern is longer than \(Self.longestSource) characters; shorten it, for example with ranges or categories such as '\\p{L}'",
                at: Self.longestSource)
        }
        var parser = PatternParser(source)
        let node = try parser.parse()
        var compiler = PatternCompiler()
        program = try compiler.compile(node)
    }

    /// Whether a part of the text matches. The time is proportional to the text's length times the pattern's.
    package func matches(_ text: String) -> Bool {
        var run = PatternRun(program)
        return run.matches(text.unicodeScalars)
    }

    /// The number of steps that matching the text takes, for tests of the cost.
    package func steps(on text: String) -> Int {
        var run = PatternRun(program)
        _ = run.matches(text.unicodeScalars)
        return run.count
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// The reason why a text is not a supported pattern.
package struct PatternError: Error, Hashable {
    /// The reason and the remedy, for the end of a sentence.
    package var message: String
    /// The position in the pattern, in Unicode scalars from 0.
    package var offset: Int

    init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

/// A parsed pattern.
indirect enum PatternNode {
    case empty
    /// One scalar of a set.
    case one(ScalarSet)
    case test(PatternTest)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repeated(PatternNode, least: Int, most: Int?)
}

/// A test of a position, which consumes nothing.
enum PatternTest {
    case start, end, wordBoundary, notWordBoundary
}
