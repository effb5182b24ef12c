/// Limits how many problems the response to one request describes.
///
/// A body can contain 100,000 errors, and searching for a similar name costs far more than parsing the wrong one.
/// The first problems are described; the rest are only counted.
final class ReportAllowance {
    /// The maximum number of problems that are described for one instance.
    static let problemsOfInstance = 20

    /// How many more problems may be described in this request, over all instances.
    private(set) var problems = 1_000
    /// How many more times a similar name may be searched for.
    private(set) var suggestions = 20

    /// Whether one more problem of an instance may be described. The first problem of each instance always is.
    func takeProblem(after described: Int) -> Bool {
        guard described > 0 else { return true }
        guard described < Self.problemsOfInstance, problems > 0 else { return false }
        problems -= 1
        return true
    }

    /// `; did you mean "title"?`, or an empty text once the request has used up its suggestions.
    func suggestion(for name: String, among names: @autoclosure () -> [String]) -> String {
        guard suggestions > 0 else { return "" }
        suggestions -= 1
        return Suggestion.sentence(for: name, among: names())
    }
}
