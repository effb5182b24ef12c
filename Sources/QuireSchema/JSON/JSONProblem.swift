/// A syntax error at an offset of a document.
struct JSONProblem: Sendable {
    var code: DiagnosticCode
    var message: String
    var offset: Int
    /// A second place that the message speaks of.
    var noteMessage: String?
    var noteOffset = 0
}
