import Foundation

/// The location of a server's program.
enum ServerBinary: String {
    case typesense = "typesense-server"
    case openSearch = "osmem-server"
    case pocketBase = "pocketbase"

    /// The environment variable for a program other than the one that `.ci/search-servers` installs in `.build`.
    var variable: String {
        switch self {
        case .typesense: "QUIRE_TYPESENSE_SERVER"
        case .openSearch: "QUIRE_OPENSEARCH_SERVER"
        case .pocketBase: "QUIRE_POCKETBASE_SERVER"
        }
    }

    /// The program's path.
    ///
    /// - Throws: `SearchServerFailure` if it does not exist.
    func path() throws -> String {
        if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty {
            guard FileManager.default.isExecutableFile(atPath: path) else {
                throw SearchServerFailure("\(variable) names \(path), which is no program.")
            }
            return path
        }
        let path = Self.folder.appendingPathComponent(rawValue).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw SearchServerFailure(
                "The server \(rawValue) is missing at \(path): run .ci/search-servers, which installs it there, "
                    + "or set \(variable) to the path of one.")
        }
        return path
    }

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent(".build/search-servers")
}

/// A search server could not be started, with the end of its log.
public struct SearchServerFailure: Error, Sendable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}
