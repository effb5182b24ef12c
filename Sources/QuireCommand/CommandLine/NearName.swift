import QuireSchema
import QuireShared

/// Hints for unknown names.
enum NearName {
    /// `; did you mean "title"?`, or nothing.
    static func meant(_ name: String, among names: [String]) -> String {
        names.nearest(to: name).map { "; did you mean \(quoted($0))?" } ?? ""
    }

    /// `; did you mean "title"?`, or the known names if none is similar.
    static func hint(for name: String, among names: [String]) -> String {
        if let near = names.nearest(to: name) { return "; did you mean \(quoted(near))?" }
        let list = names.prefix(12).joined(separator: ", ")
        return "; expected one of: \(list)\(names.count > 12 ? " and \(names.count - 12) more" : "")"
    }
}
