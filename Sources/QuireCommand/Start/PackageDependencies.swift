import Foundation

/// The packages that a `Package.swift` depends on, by the names that its targets use for them.
struct PackageDependencies {
    private(set) var names: [String] = []

    init(_ manifest: String) {
        for part in manifest.split(separator: ".package(", omittingEmptySubsequences: false).dropFirst() {
            let arguments = part.prefix { $0 != ")" }
            if let name = Self.value(of: "name:", in: arguments) ?? Self.identity(arguments) {
                names.append(name)
            }
        }
    }

    /// The identity that SwiftPM derives from a path, a URL or an id in a registry.
    private static func identity(_ arguments: Substring) -> String? {
        if let path = value(of: "path:", in: arguments) {
            return URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent.lowercased()
        }
        if let id = value(of: "id:", in: arguments) { return id }
        guard let last = value(of: "url:", in: arguments)?.split(separator: "/").last?.lowercased() else {
            return nil
        }
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    /// The string literal after a label.
    private static func value(of label: String, in arguments: Substring) -> String? {
        guard let range = arguments.range(of: label) else { return nil }
        let parts = arguments[range.upperBound...].split(
            separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(\.isWhitespace), !parts[1].isEmpty else { return nil }
        return String(parts[1])
    }
}
