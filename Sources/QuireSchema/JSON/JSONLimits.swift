/// The limits of a document, so that no input can exhaust the stack or the memory.
package enum JSONLimits {
    /// The maximum nesting of containers. The deepest legal schema needs less than half of it.
    static let depth = 64
    /// The maximum number of bytes.
    package static let bytes = 64 << 20
    /// The maximum number of keys and values.
    static let nodes = 8_000_000
    /// The maximum number of syntax errors that are kept. Further errors are only counted.
    static let problems = 200
    /// The number of syntax errors after which parsing stops.
    static let countedProblems = 10_000
}
