import Foundation
import Testing

/// Dependencies point one way: build time and run time never meet, and each layer knows only those below it.
@Suite struct LayeringTests {
    private static let engine: Set<String> = [
        "QuireShared", "QuireToolbox", "QuireText", "QuireCore", "QuireEngine",
    ]
    private static let cluster = engine.union(["QuireHTTP", "QuireCluster", "QuireRemote"])
    private static let runTime = engine.union(["QuireHTTP", "QuireIndexing", "QuireSync", "QuireHALO"])

    /// The package's own modules that each target may import; `nil` means any except the umbrella.
    private static let allowed: [String: Set<String>?] = [
        "QuireShared": [],
        "QuireSchema": ["QuireShared"],
        "QuireGenerator": ["QuireSchema", "QuireShared"],
        "quire-generate": ["QuireGenerator", "QuireSchema"],
        "QuireSchemaDiff": ["QuireGenerator", "QuireSchema"],
        "quire-compare": ["QuireGenerator", "QuireSchema", "QuireSchemaDiff"],
        "QuireCommand": nil,
        "QuireExplorer": nil,
        "QuireToolbox": [],
        "QuireText": ["QuireToolbox"],
        "QuireHTTP": ["QuireToolbox", "CCurl"],
        "QuireCore": ["QuireToolbox", "QuireText", "QuireShared"],
        "QuireEngine": ["QuireShared", "QuireToolbox", "QuireText", "QuireCore"],
        "QuireIndexing": engine.union(["QuireHTTP"]),
        "QuireSync": engine.union(["QuireHTTP"]),
        "QuireHALO": engine.union(["QuireHTTP", "QuireSync"]),
        "QuireRemote": engine.union(["QuireHTTP"]),
        "QuireCluster": ["QuireToolbox", "QuireHTTP"],
        "Quire": engine,
        "QuireSearch": engine.union(["QuireHTTP", "QuireSync"]),
        "QuireViews": ["QuireCore", "QuireEngine"],
        "QuireStore": engine.union(["QuireHTTP", "QuireIndexing", "QuireSync", "CSQLite"]),
        "QuireTypesense": cluster,
        "QuireOpenSearch": cluster,
        "QuireAlgolia": cluster,
        "QuirePocketBase": engine.union(["QuireHTTP", "QuireRemote", "QuireSync"]),
        "CCurl": [],
        "QuireServer": runTime.union(["QuireStore"]),
        "QuireTesting": runTime,
        // Re-exports the umbrella, for tests that import no other library of ours.
        "QuireTestingTraits": engine.union(["Quire", "QuireHTTP", "QuireTesting"]),
        "QuireConformance": engine.union(["QuireSearch"]),
        "QuireTerminal": ["QuireShared", "QuireToolbox", "QuireText", "QuireCore"],
        "Bookshop": nil,
        "CSQLite": [],
    ]

    /// Targets that import the umbrella, as apps do.
    private static let apps: Set<String> = ["Bookshop"]

    private static let system: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Synchronization", "Darwin",
        "Glibc",
        "Musl", "Android", "WASILibc", "Security", "os", "CoreSpotlight", "UniformTypeIdentifiers",
        "Observation", "SwiftUI", "Testing",
    ]

    private static var targets: [String] {
        get throws { try Repository.entries(of: "Sources").filter { !$0.hasPrefix(".") } }
    }

    @Test("Every target imports only what the design allows")
    func imports() throws {
        for target in try Self.targets {
            let rule = try #require(
                Self.allowed[target], "Sources/\(target) has no rule: add it to the table")
            guard let allowed = rule else { continue }
            for (place, name) in Self.imports(of: target) {
                #expect(
                    Self.system.contains(name) || allowed.contains(name),
                    "\(place): \(target) must not import \(name)")
            }
        }
    }

    @Test("The allowed imports have no cycle")
    func acyclic() {
        var open = Self.allowed.compactMapValues { $0 }
        while let free = open.first(where: { $0.value.allSatisfy { open[$0] == nil } }) {
            open[free.key] = nil
        }
        #expect(open.isEmpty, "they import each other: \(open.keys.sorted())")
    }

    @Test("The package's own targets import layers, never the umbrella")
    func umbrella() throws {
        for target in try Self.targets where !Self.apps.contains(target) {
            for (place, name) in Self.imports(of: target) where !place.contains("/Exports.swift") {
                #expect(name != "Quire", "\(place): import the layers that the file uses, not Quire")
            }
        }
    }

    @Test("Only the umbrella and the engines re-export layers")
    func exports() {
        for file in Repository.shipped where !file.path.hasSuffix("/Exports.swift") {
            for (number, line) in file.code {
                #expect(!line.contains("@_exported"), "\(file.path):\(number)")
            }
        }
        for (number, line) in Repository.files(in: "Sources/Quire").flatMap(\.code) {
            #expect(
                line.hasPrefix("@_exported public import Quire"), "Sources/Quire, line \(number): \(line)")
        }
    }

    @Test("The manifest names the targets that the files import, and only what the design allows")
    func manifest() throws {
        let ours = Set(Self.allowed.keys)
        for target in try Self.targets where !["CSQLite", "CCurl"].contains(target) {
            let declared = try #require(Self.dependencies(of: target), "the manifest has no \(target)")
            let imported = Set(Self.imports(of: target).map(\.name)).intersection(ours)
            #expect(
                imported.isSubset(of: declared),
                "the dependencies of \(target): \(imported.subtracting(declared))")
            guard let allowed = Self.allowed[target] ?? nil else { continue }
            let others = declared.intersection(ours).subtracting(allowed)
            #expect(others.isEmpty, "\(target) must not depend on \(others)")
        }
    }

    @Test("The schema half needs only Foundation")
    func schemaNeedsNoNetwork() {
        for target in ["QuireSchema", "QuireGenerator"] {
            for (place, name) in Self.imports(of: target) {
                #expect(name != "FoundationNetworking", "\(place)")
            }
        }
    }

    @Test(
        "An import is recognised in every spelling",
        arguments: [
            ("import Quire", "Quire"), ("public import Quire", "Quire"), ("@testable import Quire", "Quire"),
            ("import struct Foundation.URL", "Foundation"), ("@preconcurrency import Dispatch", "Dispatch"),
            ("important = true", nil), ("let x = 1", nil),
        ] as [(String, String?)])
    func spellings(_ line: String, _ module: String?) {
        #expect(Self.importedModule(line) == module)
    }

    private static func imports(of target: String) -> [(place: String, name: String)] {
        Repository.files(in: "Sources/\(target)").flatMap { file in
            file.code.compactMap { number, line in
                importedModule(line).map { ("\(file.path):\(number)", $0) }
            }
        }
    }

    private static func importedModule(_ line: String) -> String? {
        let words = line.split(separator: " ").drop {
            $0.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains($0)
        }
        guard words.first == "import" else { return nil }
        let kinds: Set<Substring> = [
            "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
        ]
        return words.dropFirst().first { !kinds.contains($0) }?.split(separator: ".").first.map(String.init)
    }

    /// The modules that a target of the manifest depends on. `nil` if the manifest lacks the target.
    private static func dependencies(of target: String) -> Set<String>? {
        let text = Repository.manifest
        let starts = text.matches(of: /\.(?:target|executableTarget)\(\s*name: "([^"]+)"/)
        guard let index = starts.firstIndex(where: { $0.1 == target }) else { return nil }
        var depth = 1
        let declaration = text[starts[index].range.upperBound...].prefix { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }
        guard let start = declaration.firstRange(of: "dependencies:") else { return [] }
        let rest = declaration[start.upperBound...]
        let end = rest.firstRange(of: /(path|exclude|resources|plugins):/)?.lowerBound ?? rest.endIndex
        return modules(in: rest[..<end])
    }

    /// The modules that an expression of the manifest names, itself or by the name of a group.
    private static func modules(in expression: Substring) -> Set<String> {
        var modules = Set(expression.matches(of: /"([^"]+)"/).map { String($0.1) })
        for word in expression.replacing(/"[^"]+"/, with: "").matches(of: /\w+/) {
            guard let group = groups[String(word.0)] else { continue }
            modules.formUnion(Self.modules(in: group))
        }
        return modules
    }

    /// The groups of dependencies that the manifest defines, by name.
    private static let groups = Dictionary(
        Repository.manifest.matches(of: /let (\w+)(?:: \[Target\.Dependency\])? =\s*([\s\S]*?)\n(?=\n|let )/)
            .map { (String($0.1), $0.2) }, uniquingKeysWith: { first, _ in first })
}
