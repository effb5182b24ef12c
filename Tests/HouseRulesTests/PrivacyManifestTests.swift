import Foundation
import Testing

/// Apple wants a library to declare why it uses certain calls. The manifest is beside the code that uses them.
@Suite struct PrivacyManifestTests {
    /// The calls that need a reason, by the category that Apple lists them under.
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

    /// What runs on the developer's machine, never in an app.
    private static let tools: Set<String> = [
        "QuireSchema", "QuireGenerator", "quire-generate", "QuireCommand", "QuireTerminal", "Bookshop",
    ]

    private static func manifest(of target: String) -> String? {
        Repository.files(in: "Sources/\(target)", ending: ".xcprivacy").first?.text
    }

    @Test("A library that uses a call that needs a reason declares it, and declares no other")
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

    @Test("A manifest is a resource where there is an Apple platform, and excluded elsewhere")
    func resources() throws {
        for target in try Repository.entries(of: "Sources") where Self.manifest(of: target) != nil {
            let start = try #require(Repository.manifest.range(of: "name: \"\(target)\""))
            let declaration = Repository.manifest[start.upperBound...].prefix(300)
            #expect(declaration.contains("resources: privacy.resources"), "\(target)")
            #expect(declaration.contains("exclude: privacy.exclude"), "\(target)")
        }
    }

    @Test("Each manifest is a property list that says what it collects and whether it tracks")
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
