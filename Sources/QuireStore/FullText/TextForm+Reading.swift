#if SQLite
import Foundation
import Quire

extension TextForm {
    /// The plain text of what a column holds; `nil` where it has none.
    func text(of value: String) -> String? {
        switch self {
        case .plain, .html: return SearchableText.text(of: .string(value), kind: kind)
        case .localized, .list, .listOfHTML, .listOfLocalized:
            // What is stored was read as JSON when it came in.
            guard let json = try? JSONValue(parsing: Data(value.utf8)) else { return nil }
            return SearchableText.text(of: json, kind: kind)
        }
    }
}
#endif
