import Testing

/// Inside a target, the folders are layers too.
@Suite struct FolderLayeringTests {
    @Test("Folders of a target use each other in one direction")
    func folders() {
        let files = SourceFile.all
        let members = ExtensionMembers(files)
        for target in Set(files.map(\.target)).sorted() {
            let graph = FolderGraph(target: target, files: files, members: members)
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

    @Test("Members of extensions in another folder are uses, unless the name is private or declared twice")
    func members() {
        let files = [
            file("Sources/Shop/Prices/Price.swift", "struct Price {}"),
            file(
                "Sources/Shop/Orders/Order.swift",
                """
                struct Order {
                    func total() {}
                }
                extension Price {
                    @inlinable public func discounted() {}
                    static var free: Price { Price() }
                    init(perOrder: Int) {}
                    func total() {}
                    private func rounded() {}
                }
                """),
        ]
        let members = ExtensionMembers(files)
        for name in ["discounted", "free", "Price(perOrder:"] {
            #expect(members.folder(of: name, in: "Shop") == "Orders")
            #expect(members.folder(of: name, in: "Other") == nil)
        }
        for name in ["total", "rounded", "Price"] { #expect(members.folder(of: name, in: "Shop") == nil) }
    }

    @Test("A use of a member of an extension closes a cycle")
    func memberCycle() {
        let files = [
            file(
                "Sources/Shop/Prices/Price.swift",
                "struct Price {}\nlet free = Price(perOrder: 0).discounted()"),
            file("Sources/Shop/Orders/Order.swift", "extension Price {\n    func discounted() {}\n}"),
        ]
        let graph = FolderGraph(target: "Shop", files: files, members: ExtensionMembers(files))
        #expect(graph.cycles == [["Orders", "Prices"]])
        #expect(
            graph.explanation(of: ["Orders", "Prices"])
                == "Orders uses Prices (Price), Prices uses Orders (discounted)")
    }

    @Test("A member is used after a dot or before its arguments, an initializer with its first label")
    func memberUses() {
        #expect(ExtensionMembers.usedNames(in: "let a = b.c + d(e)") == ["c", "d"])
        #expect(
            ExtensionMembers.usedNames(in: "URL(besideSourceFile: path)") == ["URL", "URL(besideSourceFile:"])
    }

    private func file(_ path: String, _ text: String) -> SourceFile {
        SourceFile(Repository.File(path: path, text: text))
    }
}
