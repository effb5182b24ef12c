import Foundation

/// Where the program of a server is.
enum ServerBinary: String {
    case typesense = "typesense-server"
    case openSearch = "osmem-server"

    /// Names another program than the one that `.ci/search-servers` puts into `.build`.
    var variable: String {
        switch self {
        case .typesense: "QUIRE_TYPESENSE_SERVER"
        case .openSearch: "QUIRE_OPENSEARCH_SERVER"
        }
    }

    /// The program's path.
    ///
    /// - Throws: `SearchServerFailure` where there is none.
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
                "The search server \(rawValue) is missing at \(path): run .ci/search-servers, which installs it there, "
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
