import QuireCore
import QuireServer

/// The calls of the explorer's API.
enum ExplorerRoute: String, CaseIterable {
    case status, schema, operations, changes, queries
    case parse, items, item, cell, relations, related, titles, explain, compare, check, write, undo, export
    case diagram = "diagram.svg"

    /// The methods at the path.
    var methods: [String] {
        switch self {
        case .status, .schema, .operations, .changes, .diagram: ["GET"]
        case .queries: ["GET", "POST"]
        default: ["POST"]
        }
    }

    /// The largest body in bytes.
    var bodyBytes: Int { self == .write || self == .check ? 8 << 20 : 1 << 20 }

    /// Where the explorer is on its server.
    static let base = "/explore/"
    static let apiBase = base + "api/"
}
