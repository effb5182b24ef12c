import Testing

/// Inside a target, the folders are layers too.
@Suite struct FolderLayeringTests {
    @Test("Folders of a target use each other in one direction")
    func folders() throws {
        for target in try Repository.entries(of: "Sources") where !target.hasPrefix(".") {
            let graph = FolderGraph(target: target)
            for group in graph.cycles {
                let uses = graph.explanation(of: group)
                Issue.record(
                    "Sources/\(target): \(group.sorted().joined(separator: ", ")) use each other: \(uses)")
            }
        }
    }

    @Test(
        "A declared type is recognised in every spelling, except one that is private to its file",
        arguments: [
            ("public struct Page<Item>: Sendable {", "Page"), ("final class Scan {", "Scan"),
            ("package enum Outage {", "Outage"), ("@available(macOS 14, *) actor Loop {", "Loop"),
            ("private struct Key {", nil), ("    struct Inner {", nil), ("extension Page {", nil),
        ] as [(String, String?)])
    func declarations(_ line: String, _ name: String?) {
        #expect(FolderGraph.declaredType(line[...]) == name)
    }

    @Test("The condition of an `#if` is a trait or a platform, not a use of a type")
    func conditions() {
        #expect(FolderGraph.typeNames(in: "#if SQLite") == [])
        #expect(FolderGraph.typeNames(in: "    #elseif SQLite && os(Linux)") == [])
        #expect(FolderGraph.typeNames(in: "    SQLite.quoted(name)") == ["SQLite"])
    }

    @Test("Only words that can name a type of the target count as uses")
    func uses() {
        #expect(
            FolderGraph.typeNames(in: "let page: Page<Item> = Store.page(1)") == ["Page", "Item", "Store"])
        #expect(
            FolderGraph.typeNames(in: "for scalar: Unicode.Scalar in [Scalar]()") == ["Unicode", "Scalar"])
    }
}
