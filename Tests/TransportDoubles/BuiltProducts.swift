import Foundation

/// The programs that the build puts next to the test program.
package enum BuiltProducts {
    package struct Missing: Error, CustomStringConvertible {
        package let name: String

        package var description: String {
            "No program '\(name)' beside the tests. Build the tests first: swift build --build-tests"
        }
    }

    /// A program of this build.
    ///
    /// - Throws: ``Missing``.
    package static func program(_ name: String) throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        // The test program may be inside a bundle.
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw Missing(name: name)
    }
}
