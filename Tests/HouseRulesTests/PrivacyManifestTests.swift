import Foundation
import Testing

/// Apple requires a library to declare why it uses certain calls, in a manifest beside the code.
@Suite struct PrivacyManifestTests {
    /// The calls that need a reason, by Apple's category.
    private static var categories: [(name: String, pattern: Regex<Substring>)] {
        [
            (
                "NSPrivacyAccessedAPICategoryFileTimestamp",
                /\b[fl]?stat(?:at)?\((?!\))|\bf?getattrlist\w*\(|attributesOfItem|\.(?:creation|contentModification)DateKey|\.fileModificationDate/
            ),
            ("NSPrivacyAccessedAPICategorySystemBootTime", /systemUptime|mach_absolute_time/),
            (
                "NSPrivacyAccessedAPICategoryDiskSpace",
                /\bf?stat(?:v?fs)\(|volumeAvailableCapacity|volumeTotalCapacity|systemFreeSize|\.systemSize/
            ),
            ("NSPrivacyAccessedAPICategoryActiveKeyboards", /activeInputModes/),
            ("NSPrivacyAccessedAPICategoryUserDefaults", /\bUserDefaults\b/),
        ]
    }

    /// Targets that run on the developer's machine, never in an app.
    private static let tools: Set<String> = [
        "QuireSchema", "QuireGenerator", "quire-generate", "QuireCommand", "QuireExplorer", "QuireTerminal",
        "Bookshop",
    ]

    private static func manifest(of target: String) -> String? {
        Repository.files(in: "Sources/\(target)", ending: ".xcprivacy").first?.text
    }

    @Test("A library declares exactly the calls it uses that need a reason")
    func declared() throws {
        var found = 0
        for target in try Repository.entries(of: "Sources") where !target.hasPrefix(".") {
            guard !Self.tools.contains(target) else { continue }
            let code = Repository.files(in: "Sources/\(target)").map { ($0.path, $0.code) }
            for category in Self.categories {
                let uses = code.flatMap { path, lines in
                    lines.filter { $0.text.contains(category.pattern) }.map { "\(path):\($0.number)" }
                }
                let isDeclared = Self.manifest(of: target)?.contains(category.name) ?? false
                #expect(
                    isDeclared == !uses.isEmpty,
                    "\(target), \(category.name): \(uses.isEmpty ? "declared without use" : "used at \(uses)")"
                )
                found += uses.count
            }
        }
        #expect(found > 0, "the patterns find nothing")
    }

    @Test("A manifest is a resource on Apple platforms, and excluded elsewhere")
    func resources() throws {
        for target in try Repository.entries(of: "Sources") where Self.manifest(of: target) != nil {
            let start = try #require(Repository.manifest.range(of: "name: \"\(target)\""))
            let declaration = Repository.manifest[start.upperBound...].prefix(300)
            #expect(declaration.contains("resources: privacy.resources"), "\(target)")
            #expect(declaration.contains("exclude: privacy.exclude"), "\(target)")
        }
    }

    @Test("Each manifest is a property list that declares collected data and tracking")
    func readable() throws {
        for target in try Repository.entries(of: "Sources") {
            guard let text = Self.manifest(of: target) else { continue }
            let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
            let keys = Set(try #require(list as? [String: Any]).keys)
            #expect(
                keys == [
                    "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
                    "NSPrivacyAccessedAPITypes",
                ], "\(target)")
        }
    }
}
