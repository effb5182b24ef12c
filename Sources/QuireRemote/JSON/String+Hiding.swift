import Foundation

extension String {
    /// The text without secrets.
    package func hiding(_ secrets: [String]) -> String {
        secrets.reduce(self) { $1.isEmpty ? $0 : $0.replacingOccurrences(of: $1, with: "…") }
    }
}
