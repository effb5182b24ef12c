/// A syntax error at an offset of a document.
package struct JSONProblem: Sendable {
    package var code: DiagnosticCode
    package var message: String
    package var offset: Int
    /// A second place that the message speaks of.
    package var noteMessage: String?
    package var noteOffset = 0
}
