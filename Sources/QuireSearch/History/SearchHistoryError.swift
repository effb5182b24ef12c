import QuireToolbox

/// A problem with the file of a search history. The searches themselves stay in memory.
public struct SearchHistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public enum Kind: Sendable, Hashable {
        /// The file has another format, or is corrupt. The next write moves it aside.
        case damaged
        /// A later version of the library wrote the file. The next write moves it aside.
        case newer
        /// Another process held the file for too long.
        case busy
        /// The system could not read or write the file: no space, no permission. The next write tries again.
        case refused
    }

    public var kind: Kind
    /// The history's file.
    public var path: String
    public var reason: String
    /// The path to which the file was moved instead of being overwritten.
    public var setAside: String?

    init(_ kind: Kind, _ path: String, _ reason: String, setAside: String? = nil) {
        self.kind = kind
        self.path = path
        self.reason = reason
        self.setAside = setAside
    }

    public var description: String {
        let advice =
            switch kind {
            case .damaged, .newer:
                setAside.map { "It was moved to \($0); remove it, or move it back." }
                    ?? "It stays as it is until the next search is recorded, and is moved aside then."
            case .busy: "Close the other process; the searches stay in memory until the file is free."
            case .refused:
                "Free some space, or check the permissions; the searches stay in memory until then."
            }
        return PlainText.error("Could not use the search history in \(path): \(reason)", advice)
    }
}
