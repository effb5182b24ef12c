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

    @Test(
        "A package turns unseen JSON and CSV files into a program, also if they are named like types of Quire"
    )
    func unseenFiles() throws {
        let shop = try ShopPackage()
        let folder = shop.folder.appending(path: "unseen", directoryHint: .isDirectory)
        try? FileManager.default.removeItem(at: folder)
        try shop.write(
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "unseen", platforms: [.macOS(.v13)],
                dependencies: [.package(name: "quire", path: "\(ShopPackage.quire.path(percentEncoded: false))")])
            """, to: "unseen/Package.swift")
        try shop.write(
            #"""
            [{"id": "x1", "title": "The \"second\"", "class": 3, "price": 9.5, "sold": "2024-02-29", "tags": ["a"]},
             {"id": "x2", "title": "Ärger", "class": 1, "price": 12, "sold": "2023-01-01", "tags": [],
              "seller": {"name": "Ann", "since": 1815}}]
            """#, to: "unseen/page.json")
        try shop.write(
            "id,page_id,label,count\n1,x1,\"Fir, st\",5\n2,x2,Second,\n3,x1,Third,7\n", to: "unseen/store.csv"
        )
        let outcome = try shop.shell(
            """
            swift run quire start store.csv page.json
            swift run app
            """, in: folder)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.text.contains("\n2 of 2\nFir, st 5\nThird 7\n"), "\(outcome.text)")
        let program = try String(
            contentsOf: folder.appending(path: "Sources/app/main.swift"), encoding: .utf8)
        #expect(program.contains(".include(\\.pageID)"), "\(program)")
    }

    /// The first block of a language below a heading of the README.
    static func readme(below heading: String, as language: String) throws -> String {
        try block(of: "README.md", below: heading, as: language)
    }

    /// The first block of a language below a heading of a page.
    static func block(of page: String, below heading: String, as language: String) throws -> String {
        let text = try String(contentsOf: ShopPackage.quire.appending(path: page), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        let block = try #require(section.components(separatedBy: "\n```\(language)\n").dropFirst().first)
        return try #require(block.components(separatedBy: "\n```\n").first)
    }
}
