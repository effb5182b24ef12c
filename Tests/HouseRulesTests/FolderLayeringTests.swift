import Testing

/// Inside a target the folders are layers, too.
@Suite struct FolderLayeringTests {
    /// The groups of folders that still use each other in a cycle. A group may only lose folders.
    private static let known: [String: Set<Set<String>>] = [
        "Bookshop": [["Browsing", "Commands", "Loading", "Printing", "Queries", "Running", "Tour"]],
        "QuireCommand": [
            ["CheckStore", "Data", "Engines", "Import", "Load", "Modules", "Query", "QuireCommand", "Serve"]
        ],
        "QuireCore": [["Descriptors", "Facets", "Fields", "Filters", "JSON", "Models", "Queries", "Values"]],
        "QuireGenerator": [["Output", "QuireGenerator", "Rendering"]],
        "QuireHALO": [["Authorization", "Calls", "Identity", "QuireHALO", "Search"]],
        "QuireSchema": [["Diagnostics", "JSON", "Model"], ["Reading", "Rules"]],
        "QuireServer": [
            [
                "Access", "Answering", "Checking", "Devices", "HTTP", "Modules", "QuireServer", "Routing",
                "Searching", "Tokens",
            ]
        ],
    ]

    @Test("Folders of a target use each other in one direction, but for the known groups")
    func folders() throws {
        for target in try Repository.entries(of: "Sources") where !target.hasPrefix(".") {
            let graph = FolderGraph(target: target)
            let known = Self.known[target] ?? []
            for group in graph.cycles.subtracting(known) {
                let all = graph.explanation(of: group)
                Issue.record(
                    "Sources/\(target): \(group.sorted().joined(separator: ", ")) use each other: \(all)")
            }
            for group in known.subtracting(graph.cycles) {
                Issue.record(
                    "Sources/\(target): \(group.sorted().joined(separator: ", ")) is a cycle no more: update the list"
                )
            }
        }
    }

    @Test(
        "A declared type is recognised in every spelling, and one that only its file sees is none",
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
}
