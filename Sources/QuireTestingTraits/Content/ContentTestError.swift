#if canImport(Testing)
import QuireToolbox

/// A test's content could not be set up.
struct ContentTestError: Error, CustomStringConvertible {
    let description: String

    /// - Parameters:
    ///   - failure: What failed, and why.
    ///   - remedy: What to do.
    init(_ failure: String, _ remedy: String) { description = PlainText.error(failure, remedy) }
}
#endif
