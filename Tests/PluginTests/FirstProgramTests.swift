import Foundation
import Testing

extension PluginLifeCycleTests {
    @Test("The README's commands turn two files into a program with a typed query")
    func firstProgram() throws {
        let shop = try ShopPackage()
        let folder = shop.folder.appending(path: "readme", directoryHint: .isDirectory)
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let commands = try Self.readme(below: "From two files to a query", as: "sh")
        let local = commands.replacing(
            #".package(path: "../quire")"#,
            with: #".package(name: "quire", path: "\#(ShopPackage.quire.path(percentEncoded: false))")"#)
        try #require(local != commands && !local.contains("../quire"), "\(commands)")
        let outcome = try shop.shell(local, in: folder)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(
            outcome.text.hasSuffix(
                """
                2 of 2
                Emma 1815
                The Trial 1925

                """), "\(outcome.text)")
        // The README shows the query that was written.
        let program = try String(
            contentsOf: folder.appending(path: "shop/Sources/app/main.swift"), encoding: .utf8)
        let shown = try Self.readme(below: "From two files to a query", as: "swift")
        #expect(program.contains(shown), "\(program)")
    }

    /// The first block of a language below a heading of the README.
    private static func readme(below heading: String, as language: String) throws -> String {
        let readme = try String(contentsOf: ShopPackage.quire.appending(path: "README.md"), encoding: .utf8)
        let section = try #require(readme.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        let block = try #require(section.components(separatedBy: "\n```\(language)\n").dropFirst().first)
        return try #require(block.components(separatedBy: "\n```\n").first)
    }
}
