/// How much one request is told about its mistakes.
///
/// A body can hold a hundred thousand of them, and looking for a similar name costs far more than reading the wrong one.
/// The first mistakes are described in full, the rest are counted.
final class ReportAllowance {
    /// Problems that are described of one instance.
    static let problemsOfInstance = 20

    /// Problems that may still be described, in all instances of the request.
    private(set) var problems = 1_000
    /// Names that a similar one may still be searched for.
    private(set) var suggestions = 20

    /// Whether one more problem of an instance is described. The first of each instance always is.
    func takeProblem(after described: Int) -> Bool {
        guard described > 0 else { return true }
        guard described < Self.problemsOfInstance, problems > 0 else { return false }
        problems -= 1
        return true
    }

    /// `; did you mean "title"?`, or nothing where the request has had its share of suggestions.
    func suggestion(for name: String, among known: @autoclosure () -> [String]) -> String {
        guard suggestions > 0 else { return "" }
        suggestions -= 1
        return Suggestion.sentence(for: name, among: known())
    }
}
