import Foundation
import QuireGenerator
import QuireSchema
import Testing

/// The reference schema with every feature, and the checked-in code for it, which `GeneratedCodeTests` compiles and
/// runs.
enum Reference {
    static let folder = Places.package.appending(path: "Tests/GeneratedCodeTests")

    static func text() throws -> String {
        try String(contentsOf: folder.appending(path: "reference.json"), encoding: .utf8)
    }

    /// The Swift file that the schema expects beside it.
    static var scalar: URL { folder.appending(path: "ISBN.swift") }
}

@Suite("Reference output")
struct ReferenceTests {
    @Test("The checked-in code is the output for the reference schema")
    func reference() throws {
        for file in try generated(Reference.text()).files {
            let place = Reference.folder.appending(path: "Generated").appending(path: file.name)
            let checkedIn = try? String(contentsOf: place, encoding: .utf8)
            #expect(
                file.text == checkedIn,
                """
                \(file.name) differs: look at what changed, then \
                'quire generate --schema Tests/GeneratedCodeTests/reference.json --output Tests/GeneratedCodeTests/Generated'
                """)
        }
    }

    @Test("The output needs no formatting")
    func marks() throws {
        for file in try generated(Reference.text()).files {
            #expect(
                file.text.hasPrefix(
                    "// Generated from the schema by Quire. Do not edit.\n// swift-format-ignore-file\n"))
            #expect(file.text.hasSuffix("\n"))
            #expect(!file.text.contains("\n\n\n"))
            for line in file.text.split(separator: "\n") { #expect(!line.hasSuffix(" "), "\(line)") }
        }
    }
}
