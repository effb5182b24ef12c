import QuireSchema
import QuireTerminal

/// Hints for unknown names.
enum NearName {
    /// `; did you mean "title"?`, or nothing.
    static func meant(_ name: String, among known: [String]) -> String {
        Suggestion.nearest(to: name, among: known).map { "; did you mean \(quoted($0))?" } ?? ""
    }

    /// `; did you mean "title"?`, or the known names if none is similar.
    static func hint(for name: String, among known: [String]) -> String {
        if let near = Suggestion.nearest(to: name, among: known) { return "; did you mean \(quoted(near))?" }
        let shown = known.prefix(12).joined(separator: ", ")
        return "; expected one of: \(shown)\(known.count > 12 ? " and \(known.count - 12) more" : "")"
    }
}
