import Foundation

/// The data sets beside the package, which are not part of it.
///
/// A test that needs one reads it with `file` or `data`. If it is missing, the test is skipped on a developer's machine and
/// fails under `CI=true`.
package enum SharedData {
    /// A data set is missing under `CI=true`.
    package struct MissingError: Error, CustomStringConvertible {
        package let description: String
    }

    /// The path of a file; `nil` if it is missing.
    package static func file(_ name: String) throws -> String? {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/",
            !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
        {
            folder.deleteLastPathComponent()
        }
        let path = folder.deletingLastPathComponent().appendingPathComponent("shared/data/\(name)").path
        if FileManager.default.fileExists(atPath: path) { return path }
        if ProcessInfo.processInfo.environment["CI"] == "true" {
            throw MissingError(description: "the data set is missing: \(path)")
        }
        return nil
    }

    package static func data(_ name: String) throws -> Data? {
        try file(name).map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    }
}
