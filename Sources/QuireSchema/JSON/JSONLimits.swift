/// What a document may be at most, so that no input can exhaust the stack or the memory.
package enum JSONLimits {
    /// How deep containers may nest; the deepest legal schema needs less than half of it.
    static let depth = 64
    /// The bytes of a document.
    package static let bytes = 64 << 20
    /// The keys and values of a document.
    static let nodes = 8_000_000
    /// The syntax errors that are kept of a document; the next ones are only counted.
    static let problems = 200
    /// The syntax errors after which a document is not read any further.
    static let countedProblems = 10_000
}
