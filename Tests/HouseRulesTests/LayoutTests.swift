import Foundation
import Testing

/// The shape of the repository: its folders and the manifest.
@Suite struct LayoutTests {
    @Test("The top level contains only the designed files and dot-files")
    func topLevel() throws {
        let fixed: Set<String> = [
            "Package.swift", "Sources", "Plugins", "Schema", "Tests", "README.md", "LICENSE",
        ]
        let entries = try Set(Repository.entries().filter { !$0.hasPrefix(".") })
        #expect(entries.subtracting(fixed) == [])
        #expect(fixed.subtracting(entries) == [])
    }

    @Test("The package depends on no other package")
    func noDependencies() {
        #expect(!Repository.manifest.contains(".package("))
        #expect(!Repository.manifest.contains("https://"))
    }

    @Test("Every folder of Sources and Tests is a target, and every target has its folder")
    func targets() throws {
        let names = Self.targetNames
        #expect(names.count > 5, "the manifest was not understood")
        for folder in ["Sources", "Tests"] {
            for entry in try Repository.entries(of: folder) where !entry.hasPrefix(".") {
                #expect(names.contains(entry), "\(folder)/\(entry) is not a target of Package.swift")
            }
        }
        let entries = try Set(Repository.entries(of: "Sources") + Repository.entries(of: "Tests"))
        for name in names.subtracting(entries) {
            #expect(
                Repository.manifest.contains("path: \"") && Self.isPlacedElsewhere(name),
                "the target \(name) has no folder of its name")
        }
    }

    @Test("No source file is longer than 450 lines")
    func lengths() {
        for file in Repository.shipped + Repository.files(in: "Tests") where !Self.isGenerated(file) {
            #expect(file.lines.count <= 450, "\(file.path) has \(file.lines.count) lines: one idea per file")
        }
    }

    @Test("Folders name stages or concepts")
    func folders() {
        let vague: Set<Substring> = [
            "Helpers", "Helper", "Managers", "Manager", "Common", "Utils", "Utilities", "Misc", "Shared",
            "Extensions",
        ]
        for file in Repository.shipped + Repository.files(in: "Tests") {
            let isFixture = file.path.contains("/Fixtures/")
            let found = file.path.split(separator: "/").dropLast().filter(vague.contains)
            #expect(isFixture || found.isEmpty || file.path.hasPrefix("Plugins/Shared/"), "\(file.path)")
        }
    }

    @Test("The JSON of the demo and of the schema is valid")
    func jsonParses() throws {
        let files =
            Repository.files(in: "Schema", ending: ".json") + Repository.files(in: "Sources", ending: ".json")
        for file in files {
            #expect(throws: Never.self, "\(file.path)") {
                try JSONSerialization.jsonObject(with: Data(file.text.utf8))
            }
        }
        for file in Repository.files(in: "Sources", ending: ".ndjson") {
            for (index, line) in file.lines.enumerated() where !line.isEmpty {
                #expect(throws: Never.self, "\(file.path):\(index + 1)") {
                    try JSONSerialization.jsonObject(with: Data(line.utf8))
                }
            }
        }
        #expect(!files.isEmpty)
    }

    /// The names of the manifest's targets.
    private static let targetNames: Set<String> = {
        let pattern = /\.(?:target|testTarget|executableTarget|systemLibrary|plugin)\(\s*name: "([^"]+)"/
        return Set(Repository.manifest.matches(of: pattern).map { String($0.1) })
    }()

    /// Whether the manifest gives the target a custom path, or it is a plugin, whose folder is in Plugins.
    private static func isPlacedElsewhere(_ name: String) -> Bool {
        guard let start = Repository.manifest.range(of: "name: \"\(name)\"", options: .backwards)?.upperBound
        else {
            return false
        }
        let declaration = Repository.manifest[start...].prefix(400)
        let folder = Repository.root.appendingPathComponent("Plugins/\(name)").path
        return declaration.contains("path: \"") || FileManager.default.fileExists(atPath: folder)
    }

    static func isGenerated(_ file: Repository.File) -> Bool {
        file.path.hasSuffix(".generated.swift") || file.path.contains("/Reference/")
            || file.path.contains("/Generated/")
    }
}
