/// A syntax error at an offset of a document.
package struct JSONProblem: Sendable {
    package var code: DiagnosticCode
    package var message: String
    package var offset: Int
    /// The text of a note about a second location.
    package var noteMessage: String?
    package var noteOffset = 0
}
