import Foundation
import Testing

/// Dependencies point one way: build time and run time never meet, engines know `Quire` alone.
@Suite struct LayeringTests {
    /// What each target may import of ours; `nil` means anything.
    private static let allowed: [String: Set<String>?] = [
        "QuireSchema": [],
        "QuireGenerator": ["QuireSchema"],
        "quire-generate": ["QuireGenerator", "QuireSchema"],
        "QuireCommand": nil,
        "Quire": [],
        "QuireSearch": ["Quire"],
        "QuireStore": ["Quire", "CSQLite"],
        "QuireTypesense": ["Quire"],
        "QuireOpenSearch": ["Quire"],
        "QuireAlgolia": ["Quire"],
        "QuireCurl": ["Quire", "CCurl"],
        "CCurl": [],
        "QuireServer": ["Quire", "QuireStore"],
        "QuireTesting": ["Quire"],
        "QuireTerminal": ["Quire"],
        "Bookshop": nil,
        "CSQLite": [],
    ]

    private static let system: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Synchronization", "Darwin",
        "Glibc",
        "Musl", "Android", "Security", "os", "CoreSpotlight", "UniformTypeIdentifiers", "Observation",
    ]

    @Test("Every target imports only what the design lets it")
    func imports() throws {
        for target in try Repository.entries(of: "Sources") where !target.hasPrefix(".") {
            let files = Repository.files(in: "Sources/\(target)")
            let rule = try #require(
                Self.allowed[target], "Sources/\(target) has no rule: add it to the table")
            guard let allowed = rule else { continue }
            for file in files {
                for (number, line) in file.code {
                    guard let name = Self.importedModule(line) else { continue }
                    #expect(
                        Self.system.contains(name) || allowed.contains(name),
                        "\(file.path):\(number): \(target) must not import \(name)")
                }
            }
        }
    }

    @Test("The schema's half needs no more than Foundation")
    func schemaNeedsNoNetwork() {
        for file in Repository.files(in: "Sources/QuireSchema")
            + Repository.files(in: "Sources/QuireGenerator")
        {
            for (number, line) in file.code {
                #expect(Self.importedModule(line) != "FoundationNetworking", "\(file.path):\(number)")
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
}
